import { load } from './read.ts'

// Loaded, not imported: the type checker runs where this folder's packages are not installed.
const { parse } = load('tldts')

// Registrable domains on which strangers publish: an address below them says nothing of who speaks.
const SHARED = new Set(
  `4everland.app about.me aave-dao.org arweave.net behance.net bit.ly blogspot.com canva.com carrd.co cloudfront.net codeberg.org discord.com
  discord.gg docs.rs dribbble.com ens.domains etherscan.io eth.limo eth.link facebook.com figma.com fleek.co fleek.xyz flickr.com framer.app
  framer.website gist.github.com gitbook.com gitbook.io github.com github.io gitlab.com gitlab.io google.com goo.gl herokuapp.com hackmd.io
  imgur.com instagram.com ipfs.io issuu.com linkedin.com linktr.ee medium.com mirror.xyz mypinata.cloud netlify.app notion.site notion.so
  npmjs.com onrender.com pages.dev pinata.cloud pinterest.com quora.com railway.app reddit.com replit.app scribd.com shopify.com slack.com
  snapshot.org sourceforge.net spotify.com squarespace.com stackoverflow.com steemit.com substack.com surge.sh t.co t.me telegram.me
  telegram.org tiktok.com tumblr.com twitch.tv twitter.com vercel.app vimeo.com web.app webflow.io weebly.com wikimedia.org wikipedia.org
  wix.com wixsite.com wordpress.com workers.dev x.com youtube.com zendesk.com coingecko.com coinmarketcap.com bscscan.com polygonscan.com
  dexscreener.com galxe.com zealy.io guild.xyz archive.org apple.com amazon.com microsoft.com steamcommunity.com typeform.com trello.com`.split(
    /\s+/,
  ),
)

/** Registrable domain of an official site, lower case; null for shared hosting, addresses and what is no https host. */
export function domainOf(url: unknown): string | null {
  if (typeof url !== 'string' || !/^https?:\/\//.test(url)) return null
  const { domain, isIcann, isIp, publicSuffix } = parse(url, { allowPrivateDomains: true })
  if (domain === null || isIp || isIcann !== true || publicSuffix === null || SHARED.has(domain)) return null
  // A page about how the logo may be used.
  if (/\.design$/.test(domain)) return null
  return /^[a-z\d-]+(\.[a-z\d-]+)+$/.test(domain) ? domain : null
}
