/**
 * Hosts whose players, maps, comments and tests for robots stand in frames of pages everywhere, with the paths where a host has others too. What they show is
 * theirs: the author of the page cannot write it, as with forms, documents and examples of code.
 */
const EMBEDS: readonly [host: string, path: string][] = [
  ['www.youtube.com', '/embed/'],
  ['www.youtube-nocookie.com', '/embed/'],
  ['player.vimeo.com', '/video/'],
  ['player.twitch.tv', '/'],
  ['open.spotify.com', '/embed/'],
  ['w.soundcloud.com', '/player/'],
  ['www.google.com', '/maps/embed'],
  ['www.openstreetmap.org', '/export/embed'],
  ['www.google.com', '/recaptcha/'],
  ['www.recaptcha.net', '/recaptcha/'],
  ['challenges.cloudflare.com', '/'],
  ['newassets.hcaptcha.com', '/'],
  ['disqus.com', '/embed/'],
  ['giscus.app', '/'],
  ['platform.twitter.com', '/'],
  ['js.stripe.com', '/'],
  ['www.tradingview-widget.com', '/'],
  ['dune.com', '/embeds/'],
]

/** Whether a frame shows what its own host makes, and nothing that the author of the page can have written. */
export function isEmbed({ protocol, hostname, pathname }: URL): boolean {
  return protocol === 'https:' && EMBEDS.some(([host, path]) => hostname === host && pathname.startsWith(path))
}
