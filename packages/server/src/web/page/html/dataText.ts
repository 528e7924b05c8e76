const MAX = 262_144

/** The text of a `data:` URL (RFC 2397), as Latin-1 or percent-decoded UTF-8; null for other addresses. */
export function dataText(address: string): string | null {
  const match = /^\s*data:[^,]{0,200},/i.exec(address.slice(0, 300))
  if (!match) return null
  const data = address.slice(match[0].length, match[0].length + MAX)
  if (/;\s*base64\s*,$/i.test(match[0])) return Buffer.from(data, 'base64').toString('utf8')
  return data.replace(/(?:%[\da-f]{2})+/gi, (run) => Buffer.from(run.replaceAll('%', ''), 'hex').toString('utf8'))
}
