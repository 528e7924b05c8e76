import type { BrandLikeness, SiteAddress } from '@redoubt/risk/facts/site.ts'
import type { Brand } from './brand.ts'
import { type BrandIndex, type BrandName, indexBrands } from './brandIndex.ts'
import { hostSkeleton } from './hostSkeleton.ts'

/** Words that urge visitors to act now: with a brand's name beside them they are a trap more often than not. */
const STRONG = words(
  'claim claims claiming claimed airdrop airdrops drop drops reward rewards bonus giveaway gift gifts free promo eligible eligibility',
  'allocation allocations snapshot whitelist allowlist presale launch event season distribution redeem checker',
  'login log signin sign signup connect verify verification verified validate validation secure security auth authenticate',
  'authorize confirm kyc support help helpdesk service services customer care recover recovery restore reset unlock rectify',
  'sync resolve fix refund compensation migrate migration upgrade update register registration activate activation',
  'revoke seed phrase passphrase backup import wallet wallets mint minting vest vesting alert dispute',
  'sale sales presales ico ido tge tokensale prelaunch',
  'enroll participate mysterybox claimable allocate allocating connects',
)

/** Words that honest sites have as often. */
const WEAK = words(
  'app apps dapp dapps web web3 defi nft nfts swap bridge stake staking restake restaking earn yield pool pools farm vault trade',
  'trading exchange token tokens coin coins crypto finance fi protocol network foundation dao labs official portal hub pro plus',
  'my get the go to for now new your us uk en eu asia global world online site live home page dashboard account accounts user',
  'download extension chrome desktop mobile start setup suite card pay payment buy sell cash money vip club community team',
  'io org net com xyz v beta test main mainnet testnet station center centre desk i u e x a id',
  'join vote voting quest quests enter invite access launchpad treasury governance gov project proposal node nodes group land chain',
  'layer link tech',
)

const LONGEST = 14

/** Longer than any honest label. */
const LONGEST_PIECE = 40

/** Shorter names occur in other words by chance; they count only beside words of the trade. */
const DISTINCT = 7

const SHORTEST_WITHIN = 4

/** A digit, so that the words on both sides are not read as one. */
const SEPARATOR = '0'

// Hosts on which strangers publish whole pages under a path. Profiles and code repositories are left out: their pages carry
// brands' names honestly, and look like the service's.
const PAGE_HOSTS: ReadonlySet<string> = new Set(
  (
    'sites.google.com docs.google.com storage.googleapis.com s3.amazonaws.com ipfs.io dweb.link cloudflare-ipfs.com cf-ipfs.com ' +
    'gateway.pinata.cloud telegra.ph graph.org forms.office.com forms.gle canva.com beacons.ai linktr.ee bio.link translate.google.com ' +
    'blob.core.windows.net firebasestorage.googleapis.com codepen.io codesandbox.io'
  ).split(' '),
)
const MAX_SEGMENTS = 6
const LONGEST_SEGMENT = 80
const WORD = /[a-z0-9-]+/g

/** What the host of a site, or its path on a host that strangers share, makes itself look like; worst first, each brand once. */
export type Likenesses = (site: SiteAddress) => BrandLikeness[]

const MAX_LIKENESSES = 5

/** One edit of six letters often makes another honest name. */
const SHORTEST_MISTYPED = 6

/** Hosts have at most 127 labels; a person sees a few. */
const MAX_LABELS = 12

/**
 * Compares hosts with the names of brands: skeletons with skeletons, one edit, names with other words, as labels of foreign domains,
 * under other suffixes. A brand's own domains resemble nothing. Pure; some hundred thousand hosts a second.
 */
export function createLikenesses(brands: readonly Brand[]): Likenesses {
  const index = indexBrands(brands)
  return (site) => {
    if (site.ip !== null || index.isOfficial(site.host)) return []
    if (site.site === null) return isPageHost(site.host) ? pageLikeness(site.path, index) : []
    const labels = site.unicodeHost.split('.')
    const own = labels.length - site.site.split('.').length
    const found = [
      ofOwner(labels[own] ?? '', site, index),
      ...labels.slice(Math.max(0, own - MAX_LABELS), own).map((label) => ofSubdomain(label, index)),
      embedded(site.host, labels.length - own, index),
    ]
    return distinct(found.filter((one) => one !== null))
  }
}

/** What the first segments of a path resemble: `/view/metamask-login`. */
export function pageLikeness(path: string, index: BrandIndex): BrandLikeness[] {
  const found: BrandLikeness[] = []
  for (const segment of path.toLowerCase().split('/', MAX_SEGMENTS + 1)) {
    if (segment.length > LONGEST_SEGMENT) continue
    for (const [word] of segment.matchAll(WORD)) {
      const like = labelLikeness(word, index)
      if (like === null || like.name.ambiguous || like.how === 'edit-distance') continue
      if (like.name.carried && like.lure !== 'strong') continue
      found.push({
        brand: like.name.brand,
        domain: like.name.domains[0] ?? '',
        how: 'path',
        matched: word,
        ambiguous: false,
        ...(like.lure === 'strong' && { presses: true }),
      })
    }
  }
  return found.slice(0, 1)
}

/** Whether strangers publish pages below paths of this host. */
export function isPageHost(host: string): boolean {
  return PAGE_HOSTS.has(host)
}

/** The label that the owner chose when registering, or as customer of a hosting service. */
function ofOwner(label: string, { platform }: SiteAddress, index: BrandIndex): BrandLikeness | null {
  const like = labelLikeness(label, index)
  if (like === null) return null
  if (like.how !== 'exact') return likeness(like, like.how, label)
  if (platform !== null) return likeness(like, 'subdomain', label)
  if (like.name.sprawling) return null
  const short = like.name.name.length < 4
  return { ...likeness(like, label.includes('-') ? 'combo' : 'tld', label), ...(short && { ambiguous: true }) }
}

/** Common words and names of networks are ordinary names of machines: `base.rpc.example`. */
function ofSubdomain(label: string, index: BrandIndex): BrandLikeness | null {
  const like = labelLikeness(label, index)
  if (like === null || like.how === 'edit-distance' || like.name.name.length < 4) return null
  if ((like.name.ambiguous || like.name.carried) && like.lure !== 'strong') return null
  return likeness(like, like.how === 'confusable' ? 'confusable' : 'subdomain', label)
}

/** `uniswap.org.evil.example`: a whole official domain in front of another's. */
function embedded(host: string, ownLabels: number, index: BrandIndex): BrandLikeness | null {
  const labels = host.split('.')
  const front = labels.slice(0, labels.length - ownLabels + 1)
  for (let start = Math.max(0, front.length - MAX_LABELS); start < front.length - 1; start++)
    for (let end = start + 2; end <= Math.min(front.length, start + 3); end++) {
      const domain = front.slice(start, end).join('.')
      const brand = index.ofDomain(domain)
      if (brand) return { brand: brand.brand, domain, how: 'subdomain', matched: host, ambiguous: false }
    }
  return null
}

function likeness(
  { name: { name: text, ...name }, lure }: LabelLikeness,
  how: BrandLikeness['how'],
  matched: string,
): BrandLikeness {
  const { brand, domains, ambiguous = false, carried = false } = name
  const deceives = how === 'confusable' || (how === 'edit-distance' && text.length > SHORTEST_MISTYPED)
  const harmless = ambiguous || (how === 'edit-distance' && !deceives) || (carried && lure !== 'strong' && !deceives)
  const presses = lure === 'strong'
  return { brand, domain: domains[0] ?? '', how, matched, ambiguous: harmless, ...(presses && { presses }) }
}

function distinct(found: readonly BrandLikeness[]): BrandLikeness[] {
  const sorted = [...found].sort((a, b) => Number(a.ambiguous) - Number(b.ambiguous))
  return sorted
    .filter((one, at) => sorted.findIndex(({ brand }) => brand === one.brand) === at)
    .slice(0, MAX_LIKENESSES)
}

/** How one label of a host resembles a name. `exact`: it is the name, with or without hyphens. */
type LabelLikeness = {
  name: BrandName
  how: 'exact' | Extract<BrandLikeness['how'], 'confusable' | 'edit-distance' | 'combo'>
  /** What stands beside the name. */
  lure: 'strong' | 'weak' | null
}

/**
 * The name that a label resembles most; null for none. Common words (`ambiguous`) resemble only as the whole label or with words that
 * press beside them.
 * @param label of a Unicode host, lower case.
 */
export function labelLikeness(label: string, index: BrandIndex): LabelLikeness | null {
  const plain = label.includes('-') ? label.replaceAll('-', '') : label
  const exact = index.named(plain)
  if (exact) return { name: exact, how: 'exact', lure: null }
  const skeleton = hostSkeleton(plain)
  const alike = index.looksLike(skeleton)
  if (alike) return { name: alike, how: 'confusable', lure: null }
  const mistyped = index.mistyped(plain)
  if (mistyped) return { name: mistyped, how: 'edit-distance', lure: null }
  return within(label, plain, skeleton, index) ?? inPieces(label, index)
}

/** The name with other letters before or behind it. */
function within(label: string, plain: string, skeleton: string, index: BrandIndex): LabelLikeness | null {
  let suspect: LabelLikeness | null = null
  for (const { name, start } of index.within(skeleton)) {
    const at = plain.indexOf(name.name)
    const how = at < 0 ? 'confusable' : 'combo'
    const lure = at < 0 ? beside(skeleton, start, name.skeleton.length) : beside(plain, at, name.name.length)
    if (!counts(name, { label, how, lure })) continue
    if (suspect === null || (lure === 'strong' && suspect.lure !== 'strong')) suspect = { name, how, lure }
  }
  return suspect
}

function beside(text: string, start: number, length: number): 'strong' | 'weak' | null {
  return lureOf(text.slice(0, start) + SEPARATOR + text.slice(start + length))
}

function counts(name: BrandName, { label, how, lure }: Omit<LabelLikeness, 'name'> & { label: string }): boolean {
  if (name.name.length < SHORTEST_WITHIN) return lure === 'strong' && label.split('-').includes(name.name)
  if (name.ambiguous || name.sprawling) return lure === 'strong' && how === 'combo'
  if (how === 'confusable') return name.name.length >= DISTINCT || lure !== null
  return lure !== null || name.name.length >= DISTINCT
}

/** A name that is no word stands out between hyphens whatever the other pieces are. */
function standsOut({ name, ambiguous, sprawling }: BrandName): boolean {
  return name.length >= SHORTEST_WITHIN && !ambiguous && !sprawling
}

/** A piece between hyphens that is mistyped, or too short to be looked for within words. */
function inPieces(label: string, index: BrandIndex): LabelLikeness | null {
  if (!label.includes('-')) return null
  const pieces = label.split('-')
  for (const [at, piece] of pieces.entries()) {
    const rest = pieces.filter((_, other) => other !== at).join(SEPARATOR)
    const name = index.named(piece)
    const lure = lureOf(rest)
    if (name && (lure === 'strong' || standsOut(name))) return { name, how: 'combo', lure }
    const mistyped = piece.length > SHORTEST_WITHIN && lure !== null ? index.mistyped(piece) : undefined
    if (mistyped) return { name: mistyped, how: 'edit-distance', lure }
  }
  return null
}

/**
 * Reads letters that stand beside a name as words of the trade.
 * @param rest lower case, without hyphens; digits separate words.
 * @returns `strong` when all of it is such words and one of them presses, `weak` when none does, null when it is something else or empty.
 */
export function lureOf(rest: string): 'strong' | 'weak' | null {
  let read: 'strong' | 'weak' | null = null
  for (const piece of strokes(rest).split(/\d+/)) {
    const strength = piece === '' ? null : wordsOf(piece)
    if (strength === undefined) return null
    if (strength === 'strong' || read === null) read = strength ?? read
  }
  return rest !== '' && read === null ? 'weak' : read
}

/** Undefined when it is not made of words. */
function wordsOf(piece: string): 'strong' | 'weak' | undefined {
  if (piece.length > LONGEST_PIECE) return undefined
  const best: ('strong' | 'weak' | undefined)[] = ['weak']
  for (let end = 1; end <= piece.length; end++) {
    for (let start = Math.max(0, end - LONGEST); start < end; start++) {
      const before = best[start]
      if (before === undefined || best[end] === 'strong') continue
      const word = piece.slice(start, end)
      if (STRONG.has(word)) best[end] = 'strong'
      else if (WEAK.has(word)) best[end] = before
    }
  }
  return best[piece.length]
}

function words(...lines: string[]): ReadonlySet<string> {
  return new Set(lines.map(strokes).join(' ').split(' '))
}

/** `ciaim` and `alrdrop` are read as they are meant. */
function strokes(text: string): string {
  return text.replaceAll('i', 'l')
}
