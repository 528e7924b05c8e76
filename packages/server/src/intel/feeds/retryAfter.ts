/**
 * The wait that a Retry-After header asks for (RFC 9110, 10.2.3: seconds or a date), in milliseconds from `now`; null
 * when there is none, it is in the past, or it makes no sense.
 */
export function retryAfter(header: string | undefined, now: number): number | null {
  const text = header?.trim() ?? ''
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000
  // Date.parse takes almost anything for a date; one of HTTP begins with the name of its day.
  if (!/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? .{6,40}$/.test(text)) return null
  const wait = Date.parse(text) - now
  return wait > 0 ? wait : null
}
