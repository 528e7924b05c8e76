/**
 * An address as it is kept: without what names a person or carries a token (user, password, fragment), which sites do not need to be
 * judged by. Otherwise as it was written.
 * @param given that a URL parser accepts.
 */
export function keptUrl(given: string): string {
  const url = new URL(given)
  if (url.username === '' && url.password === '' && !given.includes('#')) return given
  url.username = ''
  url.password = ''
  url.hash = ''
  return url.href
}
