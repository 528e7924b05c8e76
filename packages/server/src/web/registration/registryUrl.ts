const MAX_LENGTH = 1_000

/** Returns the base URL of an RDAP server that another server named, with a slash at the end; null for what is none. */
export function registryUrl(said: unknown): string | null {
  const url = typeof said === 'string' && said.length <= MAX_LENGTH ? URL.parse(said) : null
  if (url === null || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '') return null
  return url.href.endsWith('/') ? url.href : `${url.href}/`
}
