import type { CodeMark, Page } from '@redoubt/risk/facts/page.ts'
import type { SiteAddress } from '@redoubt/risk/facts/site.ts'
import { deviceSignInIn } from '@redoubt/risk/url/deviceSignIn.ts'
import { SHOWN_BY_A_BROWSER } from '@redoubt/risk/url/unseenParts.ts'
import { cleanText } from '../../lib/cleanText.ts'
import type { Brand } from '../brands/brand.ts'
import type { Visited, VisitFetch } from '../visit/requestHeaders.ts'
import { yieldToEventLoop } from '../visit/shallowParser.ts'
import { bookmarksOf } from './code/bookmarks.ts'
import { type Code, findMarks, findNear, type Rule } from './code/code.ts'
import { hiddenCopies } from './code/copiedTexts.ts'
import { drainerMarksIn } from './code/drainerMarks.ts'
import { hiddenRemoteCalls, obfuscationIn, unfold } from './code/obfuscation.ts'
import { replacesAddresses } from './code/replacedAddresses.ts'
import { sendsNothing } from './code/sendsNothing.ts'
import { channelsIn, walletCallsIn } from './code/walletCalls.ts'
import { type BrandNames, brandsNamed, createBrandNames } from './html/brandNames.ts'
import { drawnDocuments } from './html/drawnDocuments.ts'
import { formsOf, linksOf, type SiteRelation, siteRelation } from './html/linksOf.ts'
import { dataText, type Outline } from './html/outline.ts'
import { scanHtml } from './html/scanHtml.ts'
import { isEmbed } from './isEmbed.ts'
import { loadFavicon, loadFrames } from './load/loadFrames.ts'
import { loadRemoteCode } from './load/loadRemoteCode.ts'
import { loadScripts } from './load/loadScripts.ts'
import { loadWorkers } from './load/loadWorkers.ts'
import { hasSecret, unseenPartsOf } from './unseenParts.ts'
import { keysOnScreen } from './words/keysOnScreen.ts'
import { paymentAddressesIn, promisesIn } from './words/promises.ts'
import { phraseChecked, secretsAsked, secretsInCode } from './words/secretsAsked.ts'

const WALLET = '(?:your |the |my )?(?:crypto |web3 )?wallet'

const LURES: readonly [Lure['kind'], RegExp][] = [
  [
    'claim',
    /\b(?:claim|collect|redeem) (?:your |the |my |you )?(?:free |exclusive |available |unclaimed |\$?[a-z0-9]{2,12} )?(?:airdrops?|rewards?|tokens?|bonus|allocation|nfts?|refund)\b|\bairdrop (?:is |now )?(?:live|open|available)\b|\bcheck (?:your )?eligibility\b|\beligible (?:for|to claim)\b|领取(?:空投|奖励)|領取(?:空投|獎勵)|エアドロップを(?:受け取|請求)|에어드랍 ?(?:받기|청구)|получи(?:ть|те) (?:аирдроп|награду)|reclam(?:ar|a|e) (?:tu |seu )?airdrop/iu,
  ],
  [
    'verify-wallet',
    new RegExp(
      String.raw`\b(?:verify|validate|synchroni[sz]e|sync|rectify|authenticate|re-?connect|restore|secure|unlock|whitelist|activate) ${WALLET}\b|\bwallet (?:verification|validation|synchroni[sz]ation|rectification|restoration)\b|验证(?:您的)?钱包|驗證錢包|wallet verifizieren|verificar (?:tu |su |sua )?(?:billetera|carteira)|подтвердите кошел[её]к`,
      'iu',
    ),
  ],
  [
    'urgency',
    /\bwithin (?:the next )?\d{1,3} (?:hours?|minutes?|days?)\b|\bexpir(?:es|ing) (?:soon|today|in \d)|\bonly \d{1,3} (?:minutes|hours) left\b|\boffer ends (?:in|today)\b|\bact (?:now|fast)\b|\blast chance\b|\bending soon\b|\bhurry\b|\b(?:account|wallet) (?:has been|will be|is) (?:suspended|limited|locked|restricted|frozen|deactivated)\b|\b(?:unusual|suspicious|unauthori[sz]ed) (?:activity|login|access|sign-?in)\b|\bimmediate(?:ly)? (?:action|attention)\b/i,
  ],
  [
    'giveaway',
    /\bgive-?away\b|\bdouble your (?:\w{1,12} )?(?:coins?|crypto|bitcoin|btc|eth|deposit)\b|\bsend \S{1,12} (?:\w{1,12} )?(?:and )?(?:get|receive) (?:\S{1,12} )?(?:back|double)\b|\bfree (?:mint|nfts?|eth|btc|bitcoin|usdt|sol|bnb|crypto|tokens?)\b|\b[235]x (?:back|return)/i,
  ],
  [
    'support',
    /\b(?:wallet|metamask|ledger|trezor|coinbase|crypto|official|technical) support\b|\bsupport (?:agent|team|specialist|desk)\b|\bhelp ?desk\b|\b(?:fix|resolve|report) (?:your |the |an? )?(?:wallet |transaction )?(?:issues?|errors?|problems?)\b|\bstuck transaction\b/i,
  ],
  [
    'migration',
    /\b(?:token|contract|wallet|network|v\d) (?:migration|upgrade)\b|\bmigrate (?:your|to|now)\b|\b(?:mandatory|required) (?:update|upgrade|migration)\b|\bswap your old\b|\bupgrade (?:your )?(?:wallet|tokens)\b/i,
  ],
]

const MAX_TEXT = 50_000

const MAX_DOCUMENTS = 4

const HOLDS_FIELDS = /<(?:form|input|textarea|iframe)\b/i

const WRITES = String.raw`\bclipboard\s?\.\s?write(?:Text)?\s?\(|\bclipboardData\s?\.\s?setData\s?\(|\bexecCommand\s?\(\s?["'\`]copy["'\`]`

const ADDRESS =
  /0x[\da-fA-F]{40}\b|\bbc1[a-z0-9]{20,60}\b|["'`][13][1-9A-HJ-NP-Za-km-z]{25,34}["'`]|["'`]T[1-9A-HJ-NP-Za-km-z]{33}["'`]/

/** A pattern that recognises addresses, as code that replaces them needs it. */
const ADDRESS_PATTERN = /0x\[(?:a-f|A-F|0-9|\\d)[^\]]{0,20}\]\{40\}|\\b0x|\bbc1\[/

const COPY_HOOK = /\baddEventListener\s?\(\s?["'`](?:copy|cut)["'`]|\boncopy\s?=|\.on\(\s?["'`]copy["'`]/g

const PASTE_HOOK = /\baddEventListener\s?\(\s?["'`]paste["'`]|\bonpaste\s?=|\.on\(\s?["'`]paste["'`]/g

const COMMAND =
  /\b(?:(?:powershell|pwsh)(?:\.exe)?\s{1,3}[-/"'\w]|mshta\b|cmd(?:\.exe)? \/c|curl\s[^"'`]{0,200}\|\s?(?:ba|z)?sh|osascript|rundll32|msiexec|bitsadmin|certutil|Invoke-(?:WebRequest|Expression)|\biex\b|base64 -d)\b/i

const COPIES = new RegExp(WRITES)

/** An address alone is what a donation's copy button writes; exchanging one needs a hook, a timer or a pattern. */
const CLIPBOARD_MARKS: readonly Rule<Kind>[] = [
  [
    'rewrites-copy',
    (code) => findNear(code, COPY_HOOK, [/\bsetData\s?\(|\bwriteText\s?\(/, /\bpreventDefault\b/], 800),
  ],
  ['writes-address', (code) => findNear(code, COPY_HOOK, [COPIES, ADDRESS], 1_000)],
  [
    'writes-address',
    (code) => findNear(code, new RegExp(WRITES, 'g'), [ADDRESS_PATTERN, /\bsetInterval\b|\breplace\s?\(/], -1_000),
  ],
  ['writes-address', (code) => findNear(code, /\bsetInterval\s?\(/g, [COPIES, ADDRESS], 800)],
  ['hooks-paste', (code) => findNear(code, PASTE_HOOK, [/\bpreventDefault\b|\.value\s?=/, /0x|\bbc1/], 800)],
]

const WALLET_WORDS = new RegExp(
  [
    String.raw`wallet|\bseed phrase|recovery phrase|\bmnemonic|crypto[\s-]?(?:currenc|asset|coin|account|trad|exchange)|block-?chain|\bdefi\b`,
    String.raw`\bdapps?\b|\bweb3\b|\bairdrop|\bbitcoin|\bethereum\b|\bsolana\b|\b(?:btc|eth|usdt|usdc|bnb|trx|xrp)\b|\bcoins?\b|\bnfts?\b`,
    String.raw`metamask|\btrezor\b|\bledger (?:nano|live|device)|coinbase|binance|\betherscan\b|\bkeplr\b|\bexodus\b|\btronlink\b`,
    'billetera|carteira|cartera|portafoglio|portefeuille|geldbörse|кошел[её]к|кошельк|крипто|биткоин|блокчейн|cüzdan|kripto',
    'dompet|portfel|ví (?:tiền|điện)|钱包|錢包|加密货币|加密貨幣|区块链|區塊鏈|ウォレット|暗号資産|仮想通貨|지갑|암호화폐|가상화폐',
  ].join('|'),
  'iu',
)

const WALLET_CODE = /\beth_[a-z]{3}|\bmetamask\b|\bwalletconnect\b|\beip6963:/i

const MAX_FIELDS = 100

const MAX_SECRETS = 5

const FEWEST_BORROWED = 3

const MIN_BORROWED_SHARE = 0.5

const MAX_ASSETS = 500

const MAX_FRAMES = 30

const KEYS_PRESSED =
  /(?:\b(?:windows|win)|⊞)(?: key| button)?\s?\+\s?(?:r|x)\b|\bpress\b.{0,40}\b(?:win|windows)\b.{0,20}\br\b|\b(?:ctrl|control|⌘|cmd)\s?\+\s?v\b|\brun dialog\b|\bopen (?:the )?(?:terminal|powershell)\b/i

const PRETEXT =
  /not a robot|are (?:a )?human|human verification|verify (?:you|that you)|verification steps?|captcha|fix (?:the |this |it)|to (?:fix|resolve|continue)|error|troubleshoot/i

export type PageReaderOptions = {
  fetch: VisitFetch
  /** @throws RangeError for what is no http(s) URL. */
  parse(url: string): SiteAddress
  brands: readonly Brand[]
  /** Whether linked scripts and the icon are fetched. Default true. */
  linked?: boolean
}
/** Reads what a visit brought. Null where that is no HTML. */
export type PageReader = (visited: Visited, signal: AbortSignal) => Promise<Page | null>

const MAX_MARKS = 30
const NO_WORKERS = { codes: [], areRead: true }

/** Reads a page and, bounded, its scripts and icon, without running anything. */
export function createPageReader({ fetch, parse, brands, linked = true }: PageReaderOptions): PageReader {
  const names = createBrandNames(brands)
  return async ({ visit, html }, signal) => {
    if (html === null) return null
    const { final } = visit
    const outline = await scanHtml(html, signal)
    const relation = siteRelation(final, outline.base, parse)
    const [scripts, favicon, framed] = await Promise.all([
      loadScripts(outline, relation, linked ? fetch : null, final.href, signal),
      linked ? loadFavicon(outline, relation, fetch, signal) : null,
      linked ? loadFrames(outline, relation, fetch, final.href, signal) : { documents: [], unread: [] },
    ])
    const codes = await unfoldAll([...scripts.texts, ...inline(outline.handlers)], signal)
    const whole = { ...outline, documents: [...framed.documents, ...outline.documents] }
    const page = await mergeDocuments(whole, codes, signal)
    const inner = page.scripts.slice(outline.scripts.length).map(({ code }) => ({ where: 'inline', text: code }))
    codes.push(...(await unfoldAll([...inner, ...inline(page.handlers.slice(outline.handlers.length))], signal)))
    const [remote, workers] = linked
      ? await Promise.all([
          loadRemoteCode(codes, relation, fetch, final.href, signal),
          loadWorkers(codes, relation, fetch, final.href, signal),
        ])
      : [[], NO_WORKERS]
    codes.push(...remote, ...workers.codes)
    const tells = instructsToRunCommand(page.text)
    const drawn = await drawnDocuments(codes, signal)
    const pictured = picturedTexts([page, ...drawn])
    const said = [...drawn.flatMap(({ headings, text }) => [...headings, text]), ...pictured]
    const ofWallets = mentionsWallets(page, codes)
    const hasFields = [page, ...drawn].some(({ fields }) => fields.length > 0)
    const askedFor = { ofWallets, drawn: await secretsInCode(codes, ofWallets, signal) }
    const links = linksOf(page, relation, codes)
    const text = cleanText(page.text, 2_000)
    const forms = formsOf(page, relation, ofWallets)
    const secrets = [
      ...(hasFields ? phraseChecked(codes) : []),
      ...keysOnScreen([page, ...drawn], codes, ofWallets || drawn.some((one) => mentionsWallets(one, []))),
      ...secretsAsked(page, codes, askedFor),
      ...drawn.flatMap((one) => secretsAsked(one, [], { ofWallets: ofWallets || mentionsWallets(one, []) })),
    ].slice(0, MAX_SECRETS)
    const deviceSignIn = deviceSignInIn(namedIn([page, ...drawn], codes))
    const paymentAddresses = paymentAddressesIn([page.text, ...said].join(' '))
    const clipboard = [
      ...(await hiddenCopies(codes, [page.text, ...said].join(' '), {
        hidden: [page, ...drawn].flatMap(({ hiddenTexts }) => hiddenTexts),
        signal,
      })),
      ...bookmarksOf(page, codes),
      ...(await marks(codes, (code) => clipboardIn(code, tells), signal)),
    ].slice(0, MAX_MARKS)
    const drawnForms = drawn.flatMap((one) => formsOf(one, relation, ofWallets))
    const acts = {
      forms: [...forms, ...drawnForms],
      secretsAsked: secrets,
      paymentAddresses,
      clipboard,
      text,
      downloads: links.downloads,
      drawsSecret: hasSecret(drawnForms) && !hasSecret(forms),
    }
    const obfuscation = [...(await marks(codes, obfuscationIn, signal)), ...remote.flatMap(hiddenRemoteCalls)]
    const unread = [
      ...(visit.truncated ? ['the end of the page'] : []),
      ...page.cut.map((what) => `too much: ${what}`),
      ...([page, ...drawn].some(({ mayHoldCode }) => mayHoldCode) || codes.some(drawsCells)
        ? [SHOWN_BY_A_BROWSER.code]
        : []),
      ...unseenPartsOf([page, ...drawn], codes, acts, workers.areRead),
      ...(linked && hasUnknownFrame(page, relation, names) ? [SHOWN_BY_A_BROWSER.frames] : []),
      ...scripts.unread,
      ...framed.unread,
    ].slice(0, MAX_MARKS)
    const stays = sendsNothing(codes, page, { unread, obfuscation, scripts: scripts.scripts, linked })
    return {
      rendered: false,
      title: cleanText(page.title, 200) || null,
      description: cleanText(page.description, 300) || null,
      language: cleanText(page.language, 20) || null,
      text,
      brands: brandsNamed(page, final, names),
      forms,
      secretsAsked: secrets,
      ...(stays && { keepsTyped: true }),
      lures: luresIn([page.title, page.description, ...page.headings, page.text, ...said]),
      promises: promisesIn([page.title, page.description, ...page.headings, page.text, ...said]),
      ...(deviceSignIn !== null && { deviceSignIn }),
      paymentAddresses,
      walletCalls: await marks(codes, walletCallsIn, signal),
      obfuscation,
      drainerMarks: await marks(codes, drainerMarksIn, signal),
      channels: await marks(codes, channelsIn, signal),
      clipboard,
      frames: framesOf(page, relation),
      scripts: scripts.scripts,
      links,
      favicon,
      hotlinkedFrom: hotlinkedFrom(page, relation, names),
      onlyOthers: [],
      unread,
    }
  }
}

/** A path of nothing but squares, in code of whatever length, and what draws a QR code when it runs. */
const CELLS = /\bd=\\?["'`][MmHhVvZz\d\s,.-]{1600}|\bnew QRCode\b|\bQRCode\.(?:to[A-Z]|create)|\bqrcode\(\d/

function drawsCells({ unfolded }: Code): boolean {
  return CELLS.test(unfolded)
}

const SVG = /^\s*data:image\/svg\+xml/i
const MAX_PICTURES = 6
const LONGEST_NAMED = 200_000

/** Texts of the SVG pictures that a page carries in itself: its visitors read them like any other. */
export function picturedTexts(outlines: readonly Pick<Outline, 'assets'>[]): string[] {
  const own = outlines.flatMap(({ assets }) => assets.filter((asset) => SVG.test(asset.slice(0, 40))))
  return own.slice(0, MAX_PICTURES).map((asset) =>
    (dataText(asset) ?? '')
      .replace(/<[^<>]{0,2000}>/g, ' ')
      .replace(/\s+/g, ' ')
      .slice(0, MAX_TEXT),
  )
}

/** What a page says, links and has in its code, as far as it is looked through for an address. */
function namedIn(outlines: readonly Pick<Outline, 'text' | 'links'>[], codes: readonly Code[]): string {
  const shown = outlines.flatMap(({ text, links }) => [text, ...links.map(({ href }) => href)])
  return [...shown, ...codes.map(({ unfolded }) => unfolded)].map((text) => text.slice(0, LONGEST_NAMED)).join('\n')
}

/** Handlers are one code together: each is a line. */
function inline(handlers: readonly string[]): { where: string; text: string }[] {
  return handlers.length === 0 ? [] : [{ where: 'inline', text: handlers.join('\n') }]
}

async function unfoldAll(texts: readonly { where: string; text: string }[], signal: AbortSignal): Promise<Code[]> {
  const codes: Code[] = []
  for (const { where, text } of texts) {
    codes.push(unfold(where, text))
    await yieldToEventLoop(signal)
  }
  return codes
}

async function marks<Kind extends string>(
  codes: readonly Code[],
  find: (code: Code) => CodeMark<Kind>[],
  signal: AbortSignal,
): Promise<CodeMark<Kind>[]> {
  const found: CodeMark<Kind>[] = []
  for (const code of codes) {
    found.push(...find(code))
    await yieldToEventLoop(signal)
  }
  return found.slice(0, MAX_MARKS)
}

/** Whether a text tells its reader to run what was copied, and why one should: the lure of "ClickFix" pages. */
export function instructsToRunCommand(text: string): boolean {
  return KEYS_PRESSED.test(text) && PRETEXT.test(text)
}

/** Whether a site that is nothing known shows something in a frame of the page: a visitor takes it for the page. Players and maps are known. */
function hasUnknownFrame({ frames }: Outline, relation: SiteRelation, names: BrandNames): boolean {
  return frames.some(({ src, hidden }) => {
    const target = hidden || src.trim() === '' ? null : relation.resolve(src)
    return target?.offSite === true && !isEmbed(target.url) && names.byDomain(target.url.hostname) === null
  })
}

/** Returns the pages inside the page. `about:blank` and its like show no other page. */
export function framesOf({ frames }: Outline, relation: SiteRelation): Page['frames'] {
  return frames
    .flatMap(({ src, hidden }) => {
      const target = src.trim() === '' ? null : relation.resolve(src)
      return target ? [{ src: cleanText(target.url.href, 300), hidden, offSite: target.offSite }] : []
    })
    .slice(0, MAX_FRAMES)
}

/** The official domain that most pictures, styles and icons of a foreign page are loaded from: a copy that was not even copied. */
export function hotlinkedFrom({ assets, icons }: Outline, relation: SiteRelation, names: BrandNames): string | null {
  const targets = [...assets, ...icons].slice(0, MAX_ASSETS).flatMap((href) => relation.resolve(href) ?? [])
  const byBrand = new Map<string, { count: number; domain: string }>()
  for (const { url, offSite } of targets) {
    const brand = offSite ? names.byDomain(url.hostname) : null
    if (brand === null) continue
    const domain = brand.domains.find((own) => url.hostname === own || url.hostname.endsWith(`.${own}`)) ?? url.hostname
    byBrand.set(brand.brand, { count: (byBrand.get(brand.brand)?.count ?? 0) + 1, domain })
  }
  const [max] = [...byBrand.values()].sort((a, b) => b.count - a.count)
  return max && max.count >= FEWEST_BORROWED && max.count >= targets.length * MIN_BORROWED_SHARE ? max.domain : null
}

/** Whether a page is about wallets or coins at all. Servers, tokens of web sites and e-mail have private keys too. */
export function mentionsWallets(outline: Outline, codes: readonly Code[]): boolean {
  const { title, description, metas, headings, logos, fields, text } = outline
  const named = fields.slice(0, MAX_FIELDS).flatMap(({ names, label }) => [names, label])
  const parts = [[title, description], metas, headings, logos, named, [text]]
  return (
    parts.some((part) => WALLET_WORDS.test(part.join(' ').slice(0, MAX_TEXT))) ||
    codes.some(({ unfolded }) => WALLET_CODE.test(unfolded))
  )
}

type Kind = Page['clipboard'][number]['kind']

/** Finds code that changes copied or pasted text. @param tells a command is a lure only where the page tells visitors to run it. */
export function clipboardIn(code: Code, tells: boolean): CodeMark<Kind>[] {
  const replaces = findMarks(code, [['replaces-shown-address' as const, () => replacesAddresses(code)]])
  const marks = [...replaces, ...findMarks(code, CLIPBOARD_MARKS)]
  const lures = tells && COPIES.test(code.unfolded)
  return lures ? [...marks, ...findMarks(code, [['runs-command-lure' as const, COMMAND]])] : marks
}

/**
 * Merges the page with the documents inside it, one level deep: `srcdoc`, `data:` frames, and HTML that its code decodes in
 * order to write it. To a visitor they are one page.
 */
async function mergeDocuments(outline: Outline, codes: readonly Code[], signal: AbortSignal): Promise<Outline> {
  const written = codes.flatMap(({ decoded }) => (HOLDS_FIELDS.test(decoded) ? [decoded] : []))
  const inside = [...outline.documents.map((document) => dataText(document) ?? document), ...written]
  const merged: Outline = { ...outline, cut: [...outline.cut] }
  for (const document of inside.slice(0, MAX_DOCUMENTS)) {
    const { forms, fields, ...inner } = await scanHtml(document, signal)
    const offset = merged.forms.length
    merged.fields = [
      ...merged.fields,
      ...fields.map((field) => ({ ...field, form: field.form === null ? null : field.form + offset })),
    ]
    merged.forms = [...merged.forms, ...forms]
    merged.text = `${merged.text} ${inner.title} ${inner.text}`
    merged.headings = [...merged.headings, ...inner.headings]
    merged.hiddenTexts = [...merged.hiddenTexts, ...inner.hiddenTexts]
    merged.logos = [...merged.logos, ...inner.logos]
    merged.frames = [...merged.frames, ...inner.frames]
    merged.scripts = [...merged.scripts, ...inner.scripts]
    merged.handlers = [...merged.handlers, ...inner.handlers]
    merged.links = [...merged.links, ...inner.links]
    merged.assets = [...merged.assets, ...inner.assets]
    merged.pictures = {
      any: merged.pictures.any + inner.pictures.any,
      worded: merged.pictures.worded + inner.pictures.worded,
    }
    merged.isStyled ||= inner.isStyled
    merged.mayLoad ||= inner.mayLoad
    merged.cut = [...merged.cut, ...inner.cut, ...(inner.documents.length > 0 ? ['documents inside documents'] : [])]
  }
  if (inside.length > MAX_DOCUMENTS) merged.cut.push('documents inside the page')
  return merged
}

type Lure = Page['lures'][number]

/** Finds words that press visitors to act, one of each kind. By themselves they accuse no site: honest launches use them too. */
export function luresIn(texts: readonly string[]): Page['lures'] {
  const text = texts.join(' \n ').slice(0, MAX_TEXT).replace(/\s+/g, ' ')
  return LURES.flatMap(([kind, pattern]) => {
    const match = pattern.exec(text)
    return match ? [{ kind, phrase: cleanText(match[0], 80) }] : []
  })
}
