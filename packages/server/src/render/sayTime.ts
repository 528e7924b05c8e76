/** A time as people read it, to the second in UTC: `5 March 2026, 14:03:22 UTC`. What is no ISO 8601 time is repeated as it is. */
export function sayTime(iso: string): string {
  const at = new Date(iso)
  if (Number.isNaN(at.getTime())) return iso
  const day = at.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
  return `${day}, ${at.toISOString().slice(11, 19)} UTC`
}
