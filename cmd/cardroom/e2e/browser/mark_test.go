package browser_test

import (
	"testing"

	"cardroom/cmd/cardroom/e2e/chrome"
)

// TestAFailedPressIsMarkedWhileItMatters: the mark goes when a newer board comes, and does not come where the button is gone.
func TestAFailedPressIsMarkedWhileItMatters(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("a browser test: not in a short run")
	}
	b := chrome.Open(t, chrome.Browse(t), "Alice", openPage(t, "Alice"), phoneScreen)
	if marks := evaluated(b, failedPresses); marks != "1 1 0 1 0" {
		t.Errorf("after a press, a message, a board, a press above it, and one whose button went away there are %s marks", marks)
	}
}

// failedPresses comes to the number of marks after each step.
const failedPresses = `import('/log.js').then(({ Log }) => {
	const list = document.createElement('div'), marks = [];
	const log = new Log(document.createElement('div'), list, document.createElement('button'));
	log.context = { me: '1', name: String, avatar: String, media: () => undefined };
	const add = (id, verb) => log.put({
		id, author: { id: '9', username: 'Cardroom', bot: true }, timestamp: '2026-01-01T00:00:00Z', content: '',
		components: verb ? [{ type: 1, components: [{ type: 2, style: 2, label: verb, custom_id: 'v1:1:1:0:' + verb }] }] : [],
	});
	const press = (id, verb, meanwhile) => {
		log.wait(id, 'v1:1:1:0:' + verb);
		meanwhile?.();
		log.answered(id, true);
	};
	const count = () => marks.push(list.querySelectorAll('.failed').length);
	add('1', 'sit');
	press('1', 'sit');
	count();
	add('2');
	count();
	add('3', 'sit');
	count();
	press('1', 'sit');
	count();
	press('3', 'sit', () => add('3', 'seat'));
	add('4', 'sit');
	press('3', 'seat', () => add('3'));
	count();
	return marks.join(' ');
})`
