/**
 * A URL as it may be shown: credentials, path and query, which may hold keys, are `…`. Of what cannot be read as a URL
 * only the scheme is shown. Files of SQLite are shown.
 * @example maskUrl('postgres://me:pw@db:5432/x') // 'postgres://…@db:5432/…'
 */
export function maskUrl(text: string): string {
  if (text.startsWith('sqlite:')) return text
  const scheme = /^[a-z][a-z0-9+.-]*:\/\//i.exec(text)?.[0]
  if (scheme === undefined) return text === '' ? '' : '…'
  const url = URL.canParse(text) ? new URL(text) : null
  const rest = url ? url.pathname.replace(/^\/$/, '') + url.search + url.hash : ''
  // An @ after the host: a password with a slash in it was read as host and path.
  if (url === null || url.host === '' || rest.includes('@')) return `${scheme}…`
  return `${scheme}${url.username || url.password ? '…@' : ''}${url.host}${rest === '' ? '' : '/…'}`
}
