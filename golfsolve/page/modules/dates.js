// Dates to deals by the frozen rules of a pool (docs/formats.md, "Daily deals"). A date is text like "2026-12-01",
// without time or zone.

export const EPOCH = "2026-01-01"; // day 0, a Thursday
export const HOLES = 9;
export const PAR = 5; // a hole
export const LEVELS = ["very-easy", "easy", "medium", "hard", "very-hard"];

const MILLISECONDS = 86_400_000;
const EPOCH_WEEKDAY = 3; // Monday is 0

/** The days from EPOCH to a date. Throws for what is no date, and for one before EPOCH. */
export function dayNumber(date) {
  const time = /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(date) ? Date.parse(`${date}T00:00:00Z`) : NaN;
  const day = (time - Date.parse(`${EPOCH}T00:00:00Z`)) / MILLISECONDS;
  if (Number.isNaN(day) || dateOf(day) !== date) throw new Error(`"${date}" is not a date (expected one like ${EPOCH})`);
  if (day < 0) throw new Error(`${date} is before the first date, ${EPOCH}`);
  return day;
}

/** The date of a day number, its inverse. */
export function dateOf(day) {
  return new Date(Date.parse(`${EPOCH}T00:00:00Z`) + day * MILLISECONDS).toISOString().slice(0, 10);
}

/** Today's date where the player is. */
export function today(now = new Date()) {
  const two = (n) => String(n).padStart(2, "0");
  return `${String(now.getFullYear()).padStart(4, "0")}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/** The place of a date's deal among the records of a pool, from 0. */
export function placeOfDate(date) {
  return dayNumber(date);
}

/** The places of the nine holes of a date. */
export function placesOfRound(date) {
  const first = HOLES * dayNumber(date);
  return Array.from({ length: HOLES }, (_, hole) => first + hole);
}

/**
 * With a week of seven levels, Monday first: the level of a date, and the place of its deal among the records of that
 * level, from 0, as `{level, place}`.
 */
export function placeInWeek(date, week) {
  if (week.length !== 7 || !week.every((level) => LEVELS.includes(level))) {
    throw new Error("expected a week of seven levels, Monday first");
  }
  const day = dayNumber(date);
  const levelOf = (d) => week[(d + EPOCH_WEEKDAY) % 7];
  const level = levelOf(day);
  const inWeek = week.filter((other) => other === level).length;
  let place = Math.floor(day / 7) * inWeek;
  for (let d = day - (day % 7); d < day; d++) place += levelOf(d) === level ? 1 : 0;
  return { level, place };
}
