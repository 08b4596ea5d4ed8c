// Times in messages: <t:unix:style>. Relative ones count down by themselves,
// once a second, without any message being edited.
import { h } from './dom.js';

// time makes the element of a time stamp.
export function time(unix, style) {
  const date = new Date(unix * 1000);
  if (Number.isNaN(date.getTime())) return undefined;
  const full = date.toLocaleString(undefined, { dateStyle: 'long', timeStyle: 'short' });
  return h('time', { datetime: date.toISOString(), title: full, 'data-unix': unix, 'data-style': style }, format(unix, style));
}

// clockTime is the short time in a message's header: the hour today, the day before.
export function clockTime(iso) {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return '';
  const today = date.toDateString() === new Date().toDateString();
  return today ? date.toLocaleTimeString(undefined, { timeStyle: 'short' }) : date.toLocaleString(undefined, { dateStyle: 'short', timeStyle: 'short' });
}

// startClock makes every relative time on the page tick. Only texts that
// changed are written, so a still page stays still.
export function startClock() {
  setInterval(() => {
    for (const element of document.querySelectorAll('time[data-style="R"]')) {
      const text = format(Number(element.dataset.unix), 'R');
      if (element.textContent !== text) element.textContent = text;
    }
  }, 1000);
}

const styles = {
  t: { timeStyle: 'short' },
  T: { timeStyle: 'medium' },
  d: { dateStyle: 'short' },
  D: { dateStyle: 'long' },
  f: { dateStyle: 'long', timeStyle: 'short' },
  F: { dateStyle: 'full', timeStyle: 'short' },
};

function format(unix, style) {
  if (style === 'R') return relative(unix - Math.round(Date.now() / 1000));
  return new Date(unix * 1000).toLocaleString(undefined, styles[style]);
}

// relative words a distance in seconds. Under an hour to come it is exact,
// because a turn clock is what people look at here.
function relative(seconds) {
  if (seconds <= 0 && seconds > -3) return 'now'; // whatever it was set for is just being done
  const ahead = seconds >= 0;
  const n = Math.abs(seconds);
  if (ahead && n >= 60 && n < 3600) return `in ${Math.floor(n / 60)}:${String(n % 60).padStart(2, '0')}`;
  const [size, unit] = n < 60 ? [1, 'second'] : n < 3600 ? [60, 'minute'] : n < 86400 ? [3600, 'hour'] : [86400, 'day'];
  const count = Math.floor(n / size);
  const words = `${count} ${unit}${count === 1 ? '' : 's'}`;
  return ahead ? `in ${words}` : `${words} ago`;
}
