import { getDomain, getPublicSuffix } from 'tldts'
import type { EntryKey } from './ports.ts'

// Where strangers publish under one name: pages, files, profiles, links. A list may name a page there, or a subdomain that
// belongs to one customer, never the whole. Complements the public suffix list, which knows only suffixes that were sent in.
const SHARED = new Set(
  `
  github.com gist.github.com raw.githubusercontent.com githubusercontent.com github.io gitlab.com gitlab.io bitbucket.org
  codepen.io codesandbox.io replit.com replit.app repl.co glitch.com glitch.me stackblitz.com huggingface.co
  google.com docs.google.com drive.google.com sites.google.com forms.gle script.google.com storage.googleapis.com
  googleapis.com googleusercontent.com translate.goog translate.google.com accounts.google.com goo.gl
  firebaseapp.com web.app appspot.com page.link withgoogle.com youtube.com youtu.be
  microsoft.com forms.office.com forms.microsoft.com onedrive.live.com 1drv.ms sharepoint.com blob.core.windows.net
  azurewebsites.net web.core.windows.net azurestaticapps.net azureedge.net
  amazonaws.com s3.amazonaws.com cloudfront.net amplifyapp.com dropbox.com dropboxusercontent.com icloud.com box.com
  pages.dev workers.dev r2.dev cloudflare-ipfs.com cf-ipfs.com trycloudflare.com vercel.app now.sh netlify.app netlify.com
  onrender.com herokuapp.com fly.dev railway.app surge.sh deno.dev ngrok.io ngrok-free.app ngrok.app lhr.life
  ipfs.io dweb.link gateway.pinata.cloud mypinata.cloud nftstorage.link w3s.link 4everland.io 4everland.app fleek.co
  fleek.cool arweave.net arweave.dev eth.limo eth.link skynet.net ipns.io
  discordapp.com cdn.discordapp.com discordapp.net media.discordapp.net images-ext-1.discordapp.net images-ext-2.discordapp.net
  steamcommunity.com steamusercontent.com fbcdn.net
  cdninstagram.com fbsbx.com cdn.fbsbx.com whatsapp.net codeload.github.com raw.github.com objects.githubusercontent.com
  drive.proton.me getdropbox.com dl.dropbox.com docusign.net paypal.me paypal-community.com revolut.me premint.xyz
  x.com twitter.com t.co facebook.com fb.me instagram.com threads.net linkedin.com lnkd.in reddit.com redd.it tiktok.com
  discord.com discord.gg t.me telegram.me telegram.org telegra.ph graph.org whatsapp.com wa.me medium.com substack.com
  mirror.xyz paragraph.xyz warpcast.com bsky.app mastodon.social pinterest.com quora.com vk.com
  notion.site notion.so gitbook.io gitbook.com webflow.io framer.app framer.website framer.ai wixsite.com weebly.com
  squarespace.com strikingly.com carrd.co square.site godaddysites.com jimdosite.com yolasite.com webnode.page wordpress.com
  tumblr.com livejournal.com blogger.com blogspot.com zapier.app typedream.app softr.app bubbleapps.io lovable.app
  linktr.ee beacons.ai bio.link bit.ly tinyurl.com t.ly is.gd v.gd cutt.ly rebrand.ly shorturl.at ow.ly buff.ly rb.gy
  typeform.com jotform.com surveymonkey.com airtable.com canva.com canva.site calendly.com zealy.io galxe.com
  opensea.io etherscan.io bscscan.com polygonscan.com basescan.org snapshot.org snapshot.box gmail.com outlook.com yahoo.com proton.me
  `
    .trim()
    .split(/\s+/),
)
const BLOGSPOT = /^blogspot\.(?:[a-z]{2,3}\.)?[a-z]{2,3}$/
/** `www.github.com` is `github.com`, not a customer's subdomain. */
const FRONT = /^(?:www|m|mobile)\./

// Paths below which every stranger's page lies; where the page itself stands in the query, the path names all of them.
const SHARED_PATHS = new RegExp(
  `^/(?:${[
    'ipfs|ipns|view|site|s|c|u|d|e|p|r|i|in|user|users|channel|channels|invite|joinchat|share|embed|watch|shorts|playlist',
    'attachments|ephemeral-attachments|id|profiles|sharedfiles|post|posts|status|search|results|url|open|uc|login|home|explore|profile\\.php|l\\.php|translate|redirect|raw|blob',
    '(?:forms|document|presentation|spreadsheets|file|drawings|macros|folders|drive)(?:/u/\\d+)?(?:/d|/s|/folders)?(?:/e)?',
    'pages/responsepage\\.aspx|r/pages/responsepage\\.aspx',
  ].join('|')})$`,
  'i',
)

/**
 * Whether strangers share this host, so that no list may name the whole of it: a public suffix, also a private one
 * (`github.io`, `vercel.app`), or a domain where everybody publishes (`x.com`, `sites.google.com`). A customer's subdomain
 * (`evil.vercel.app`) is not.
 * @param host canonical, as `canonicalKey` makes it.
 */
export function isSharedHost(host: string): boolean {
  return isSharedName(host) || isPublicSuffix(host)
}

/** The same without the public suffix list: enough for a host that is known to be longer than its suffix. */
export function isSharedName(host: string): boolean {
  // A prefix counts only before a known name: `m.com` is a registered domain, and `com` is no name in the set.
  const plain = host.replace(FRONT, '')
  return SHARED.has(plain) || BLOGSPOT.test(plain)
}

/** The same for any key: `ipfs.io/ipfs` and `youtube.com/watch` are as shared as their hosts. */
export function isShared({ kind, value }: EntryKey): boolean {
  if (kind === 'host') return isSharedHost(value)
  if (kind !== 'url') return false
  const slash = value.indexOf('/')
  return SHARED_PATHS.test(value.slice(slash)) && isSharedHost(value.slice(0, slash))
}

function isPublicSuffix(host: string): boolean {
  return getPublicSuffix(host, { allowPrivateDomains: true, extractHostname: false, detectIp: true }) === host
}

/**
 * The part of a host that one owner holds: its registrable domain or, where strangers share it, one label more
 * (`evil.vercel.app`, `me.gitbook.io`). Null for IP addresses and for what strangers share (`vercel.app`, `sites.google.com`).
 * @param host canonical, as `canonicalKey` makes it.
 */
export function siteOf(host: string): string | null {
  return siteBelow(host, getDomain(host, { allowPrivateDomains: true, extractHostname: false, detectIp: true }))
}

/** The same where the registrable domain is known, its suffix private or not. */
export function siteBelow(host: string, domain: string | null): string | null {
  if (domain === null) return null
  const labels = host.split('.')
  for (let count = domain.split('.').length; count <= labels.length; count++) {
    const site = labels.slice(-count).join('.')
    if (!isSharedName(site)) return site
  }
  return null
}
