// Times in messages: <t:unix:style>. Relative ones count down by themselves,
// once a second, without any message being edited.
import { h } from './dom.js';
import { locale } from './words.js';

const formats = new Map(); // by kind, language and style

// formatOf returns a format of Intl in the page's language. It keeps each, because making one takes longer than using it.
function formatOf(kind, style) {
  const key = kind.name + locale + JSON.stringify(style);
  if (!formats.has(key)) formats.set(key, new kind(locale, style));
  return formats.get(key);
}

// inWords returns a date in the page's language.
const inWords = (date, style) => formatOf(Intl.DateTimeFormat, style).format(date);

// time makes the element of a time stamp.
export function time(unix, style) {
  const date = new Date(unix * 1000);
  if (Number.isNaN(date.getTime())) return undefined;
  const full = inWords(date, styles.f);
  return h('time', { datetime: date.toISOString(), title: full, 'data-unix': unix, 'data-style': style }, format(unix, style));
}

// clockTime is the short time in a message's header: the hour today, the day before.
export function clockTime(iso) {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return '';
  const today = date.toDateString() === new Date().toDateString();
  return inWords(date, today ? styles.t : { dateStyle: 'short', timeStyle: 'short' });
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
  return inWords(new Date(unix * 1000), styles[style]);
}

// Units of a relative time, and from how many seconds on each is used. As on
// Discord, the last minute alone is counted in seconds.
const units = [[86400, 'day', 2 * 86400], [3600, 'hour', 2 * 3600], [60, 'minute', 60], [1, 'second', 0]];

// relative words a distance in seconds as the language does.
function relative(seconds) {
  const words = formatOf(Intl.RelativeTimeFormat, { numeric: 'auto' });
  if (seconds <= 0 && seconds > -3) return words.format(0, 'second'); // whatever it was set for is just being done
  const [size, unit] = units.find(([, , from]) => Math.abs(seconds) >= from);
  return words.format(Math.round(seconds / size), unit);
}
