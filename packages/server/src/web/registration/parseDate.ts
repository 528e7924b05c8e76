const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
/** The first domain was registered in March 1985. */
const OLDEST = Date.UTC(1985, 0, 1)
const NEWEST = Date.UTC(2200, 0, 1)

const TIME = String.raw`(?:[T ,]*(\d{1,2}):(\d{2})(?::(\d{2}))?(?:\.\d+)?)?`
const ZONE = String.raw`\s*(Z|UTC|GMT|[+-]\d{2}:?\d{2}|\(?[A-Z]{3,4}\)?)?`

/** Ways in which registries write days: what stands where. Of figures only, the day comes before the month, except in the first. */
const FORMATS: [RegExp, (parts: string[]) => [year: string, month: string, day: string]][] = [
  [
    new RegExp(`^(\\d{4})[-./ ]+(\\d{1,2})[-./ ]+(\\d{1,2})\\.?${TIME}${ZONE}`),
    ([y = '', m = '', d = '']) => [y, m, d],
  ],
  [new RegExp(`^(\\d{4})(\\d{2})(\\d{2})(?!\\d)${TIME}${ZONE}`), ([y = '', m = '', d = '']) => [y, m, d]],
  [new RegExp(`^(\\d{1,2})[-./ ]+(\\d{1,2})[-./ ]+(\\d{4})${TIME}${ZONE}`), ([d = '', m = '', y = '']) => [y, m, d]],
  [
    new RegExp(`^(?:[a-z]{3,9},? )?(\\d{1,2})(?:st|nd|rd|th)?[-. ]+([a-z]{3,9})[-., ]+(\\d{4})${TIME}${ZONE}`, 'i'),
    ([d = '', m = '', y = '']) => [y, m, d],
  ],
  [
    new RegExp(`^(?:[a-z]{3,9},? )?([a-z]{3,9})[. ]+(\\d{1,2})(?:st|nd|rd|th)?,? (\\d{4})${TIME}${ZONE}`, 'i'),
    ([m = '', d = '', y = '']) => [y, m, d],
  ],
  [new RegExp(`^(\\d{4})-([a-z]{3})-(\\d{1,2})${TIME}${ZONE}`, 'i'), ([y = '', m = '', d = '']) => [y, m, d]],
]
/** `Tue Mar 18 04:00:00 UTC 2003`, as date(1) writes it. */
const UNIX = /^[a-z]{3} ([a-z]{3})\s+(\d{1,2}) (\d{2}):(\d{2}):(\d{2}) ([a-z]{3,4}) (\d{4})/i

/**
 * Parses a time as registries write it, to Unix milliseconds; null when it cannot be read or is no time of a domain. A time
 * without a zone, or with one that only its name tells, is taken for UTC: no verdict depends on those hours.
 */
export function parseDate(said: string): number | null {
  const text = said.trim().slice(0, 60)
  const [, unixMonth = '', unixDay = '', ...unixTime] = UNIX.exec(text) ?? []
  if (unixMonth !== '') return timeOf(unixTime[4] ?? '', unixMonth, unixDay, unixTime.slice(0, 3), '')
  for (const [format, order] of FORMATS) {
    const [, first = '', second = '', third = '', ...time] = format.exec(text) ?? []
    if (first === '') continue
    const [year, month, day] = order([first, second, third])
    return timeOf(year, month, day, time.slice(0, 3), time[3] ?? '')
  }
  return null
}

function timeOf(year: string, month: string, day: string, clock: (string | undefined)[], zone: string): number | null {
  const index = /^\d+$/.test(month) ? Number(month) - 1 : MONTHS.indexOf(month.slice(0, 3).toLowerCase())
  const [hours = 0, minutes = 0, seconds = 0] = clock.map((part) => Number(part ?? 0))
  const date = new Date(Date.UTC(Number(year), index, Number(day), hours, minutes, seconds))
  // 31 February is no day, and 13 no month.
  if (index < 0 || date.getUTCMonth() !== index || hours > 23) return null
  const [, sign = '+', zoneHours = '0', zoneMinutes = '0'] = /^([+-])(\d{2}):?(\d{2})$/.exec(zone) ?? []
  const ahead = (Number(zoneHours) * 60 + Number(zoneMinutes)) * 60_000 * (sign === '-' ? -1 : 1)
  const time = date.getTime() - ahead
  return time >= OLDEST && time <= NEWEST ? time : null
}
