import { CHAINS, type Chain } from '@redoubt/risk/chain.ts'
import type {
  DrawnWindow,
  GivenText,
  ShownCode,
  ShownMark,
  TypedSecret,
  WalletRequest,
} from '@redoubt/risk/facts/browsing.ts'
import type { SslStatus } from '@redoubt/risk/facts/domain.ts'
import type { Page } from '@redoubt/risk/facts/page.ts'
import type { VisitHop } from '@redoubt/risk/facts/visit.ts'
import { Type } from 'typebox'
import { Nullable, OneOf, RiskLevelName, RiskScore } from './common.ts'
import { Listing } from './origin.ts'

// Parts of the result of a URL scan: the shapes of risk/urlFacts.ts, member for member.

const IsoTime = Nullable(Type.String({ format: 'date-time' }))
const Count = Type.Integer({ minimum: 0 })

export const SSL_STATUSES = [
  'valid',
  'expired',
  'not_yet_valid',
  'self_signed',
  'untrusted',
  'hostname_mismatch',
  'none',
  'unreachable',
] as const satisfies readonly SslStatus[]

export const Popular = Type.Object({ rank: Type.Integer(), list: Type.String() }, { title: 'PopularSite' })

export const Lexical = Type.Object(
  {
    host: Type.Optional(Type.String({ description: 'Host where redirects lead, when the score is about that host.' })),
    score: Type.Number({ minimum: 0, maximum: 1 }),
    level: OneOf(['none', 'caution', 'avoid']),
    top: Type.Array(Type.Object({ gram: Type.String(), weight: Type.Number() }), {
      description: 'Pieces of the host that weigh most, worst first.',
    }),
  },
  { title: 'LexicalScore' },
)

export const RedirectSchema = Type.Object(
  {
    from: Type.String(),
    to: Type.String(),
    how: OneOf<VisitHop['how']>(['http', 'refresh-header', 'meta', 'script']),
    status: Nullable(Type.Integer(), { description: 'HTTP status; null for a redirect by the page itself.' }),
    shortener: Nullable(Type.String(), { description: 'The service that hides where a link leads.' }),
    listed: Nullable(Type.Array(Listing), {
      description:
        'List entries of the redirect’s target, beyond those of the scanned site. Null when the lists could not be read.',
    }),
  },
  { title: 'Redirect' },
)

export const Certificate = Type.Object(
  {
    status: OneOf<SslStatus>(SSL_STATUSES),
    protocol: Nullable(Type.String()),
    issuer: Nullable(Type.String()),
    subject: Nullable(Type.String()),
    names: Type.Array(Type.String()),
    validFrom: IsoTime,
    validTo: IsoTime,
    httpsAvailable: Nullable(Type.Boolean(), {
      description: 'The address is plain http although the site serves https. Null: not known.',
    }),
  },
  { title: 'Certificate' },
)

const Answer = Type.Object({
  status: Nullable(Type.Integer()),
  url: Type.String(),
  title: Nullable(Type.String()),
})

export const CloakingSchema = Type.Object(
  {
    differs: Type.Boolean(),
    how: Type.Array(Type.String(), { description: 'status, final-site, title, content, wallet-code, blocked.' }),
    visitor: Answer,
    robot: Answer,
  },
  { title: 'Cloaking' },
)

export const Whois = Type.Object(
  {
    domain: Type.String(),
    registeredAt: IsoTime,
    expiresAt: IsoTime,
    updatedAt: IsoTime,
    registrar: Nullable(Type.String()),
    nameServers: Type.Array(Type.String()),
    statuses: Type.Array(Type.String(), { description: 'EPP status codes (RFC 8056).' }),
    by: OneOf(['rdap', 'whois']),
    server: Type.String({ description: 'Host that answered.' }),
  },
  { title: 'Registration' },
)

const Mark = Type.Object({ kind: Type.String(), where: Type.String(), excerpt: Type.String() }, { title: 'CodeMark' })
const marks = (description: string) => Type.Array(Mark, { description })

export const Content = Type.Object(
  {
    title: Nullable(Type.String()),
    description: Nullable(Type.String()),
    language: Nullable(Type.String()),
    text: Type.String({ description: 'Beginning of the visible text, at most 2,000 characters.' }),
    brands: Type.Array(
      Type.Object({
        brand: Type.String(),
        domains: Type.Array(Type.String()),
        where: Type.Array(OneOf(['title', 'heading', 'meta', 'logo', 'text'])),
        own: Type.Boolean({ description: 'The site is one of the brand’s.' }),
      }),
    ),
    forms: Type.Array(
      Type.Object({
        action: Nullable(Type.String()),
        offSite: Type.Boolean(),
        fields: Type.Array(
          Type.Object({
            kind: OneOf<Page['forms'][number]['fields'][number]['kind']>([
              'seed-phrase',
              'private-key',
              'password',
              'email',
              'card',
              'one-time-code',
              'file',
              'text',
            ]),
            label: Type.String(),
          }),
        ),
      }),
    ),
    secretsAsked: Type.Array(Type.Object({ kind: OneOf(['seed-phrase', 'private-key']), evidence: Type.String() })),
    lures: Type.Array(
      Type.Object({
        kind: OneOf(['claim', 'verify-wallet', 'urgency', 'giveaway', 'support', 'migration']),
        phrase: Type.String(),
      }),
    ),
    promises: Type.Array(
      Type.Object({
        kind: OneOf<Page['promises'][number]['kind']>(['guaranteed-return', 'doubling', 'recovery', 'advance-fee']),
        phrase: Type.String(),
      }),
      { description: 'What no honest page promises, in the words of the page.' },
    ),
    paymentAddresses: Type.Array(Type.String(), { description: 'Addresses of coins that the page shows.' }),
    walletCalls: marks('Requests of its code to wallets.'),
    obfuscation: marks('How its code hides.'),
    drainerMarks: marks('Marks of drainer kits that honest code lacks.'),
    channels: marks('Where its code reports to.'),
    clipboard: marks('Use of copied text by its code.'),
    frames: Type.Array(Type.Object({ src: Type.String(), hidden: Type.Boolean(), offSite: Type.Boolean() })),
    scripts: Type.Array(
      Type.Object({
        src: Nullable(Type.String(), { description: 'Null for code in the page.' }),
        bytes: Count,
        read: Type.Boolean(),
        offSite: Type.Boolean(),
        why: Nullable(Type.String(), { description: 'Why it was not read.' }),
      }),
    ),
    links: Type.Object({
      total: Count,
      offSite: Count,
      dead: Count,
      javascript: Count,
      data: Count,
      downloads: Type.Array(Type.String()),
    }),
    favicon: Nullable(Type.Object({ url: Type.String(), sha256: Type.String() })),
    onlyOthers: Type.Array(OneOf<Page['onlyOthers'][number]>(['secrets', 'wallet-code']), {
      description: 'What a visitor from a search, on a phone and in other languages, is shown and another is not.',
    }),
    hotlinkedFrom: Nullable(Type.String(), { description: 'Official site that most of its look is loaded from.' }),
    unread: Type.Array(Type.String(), { description: 'Parts that were left out, and why.' }),
    rendered: Type.Boolean({
      description: 'Read in a browser too, after its scripts ran and its buttons were pressed.',
    }),
  },
  { title: 'UrlContent' },
)

const RequestScan = Type.Object({
  kind: OneOf(['transaction', 'message']),
  riskScore: RiskScore,
  riskLevel: RiskLevelName,
  recommendation: Type.String(),
  findings: Type.Array(
    Type.Object({
      id: Type.String(),
      severity: OneOf(['info', 'low', 'medium', 'high', 'critical']),
      title: Type.String(),
      description: Type.String(),
    }),
  ),
  paid: Nullable(
    Type.Object({
      usd: Nullable(Type.Number(), { description: 'Null without a price.' }),
      share: Nullable(Type.Number({ minimum: 0, maximum: 1 }), {
        description: 'Largest share of any asset that the visitor owned.',
      }),
    }),
    { description: 'What the visitor would have paid; null: nothing, or not known.' },
  ),
})

export const BrowserSection = Type.Object(
  {
    finalUrl: Type.String(),
    requests: Type.Array(
      Type.Object(
        {
          method: Type.String({ description: 'EIP-1193, or the method of another network’s wallet.' }),
          provider: OneOf<WalletRequest['provider']>(['eip1193', 'eip6963', 'qr-code', 'other-network']),
          chain: Nullable(OneOf<Chain>(CHAINS)),
          params: Type.String({ description: 'JSON, bounded.' }),
          unprompted: Type.Boolean({ description: 'The page asked before any click.' }),
          scan: Nullable(RequestScan),
          failure: Nullable(Type.String()),
        },
        { title: 'WalletRequest' },
      ),
    ),
    contacted: Type.Array(Type.String(), { description: 'Hosts.' }),
    refused: Type.Array(Type.String(), { description: 'Hosts that the page was kept from reaching.' }),
    dialogs: Type.Array(Type.String()),
    clipboardWrites: Type.Array(Type.String()),
    copies: Type.Array(
      Type.Object({
        text: Type.String({ description: 'The text, bounded.' }),
        does: Type.Optional(
          OneOf<'command' | 'sends-session'>(['command', 'sends-session'], {
            description:
              'What the whole text does where it is pasted: a command, or code that sends what a site keeps. Left out for neither.',
          }),
        ),
        unprompted: Type.Boolean({ description: 'It was copied before any click.' }),
        shown: Type.Boolean({ description: 'The page showed the same text before; an address may be shortened.' }),
        instead: Nullable(Type.String(), { description: 'An address of the same kind that the page shows instead.' }),
      }),
      { description: 'How each text came into the clipboard.' },
    ),
    codes: Type.Array(
      Type.Object({
        text: Type.String({ description: 'The text of the code, bounded.' }),
        kind: OneOf<ShownCode['kind']>(['payment', 'pairing', 'link', 'text'], {
          description: 'A payment or call for a wallet, a pairing over WalletConnect, a link, or anything else.',
        }),
        payee: Nullable(Type.String(), { description: 'The address that is paid.' }),
        instead: Nullable(Type.String(), { description: 'Another address that the page shows beside the code.' }),
      }),
      { description: 'QR codes that the page showed.' },
    ),
    marks: Type.Array(
      Type.Object({
        brand: Type.String(),
        isWallet: Type.Boolean({ description: 'Sites that connect wallets show its mark.' }),
        at: OneOf<ShownMark['at']>(['header', 'form', 'icon', 'listed', 'elsewhere'], {
          description:
            'The first drawing at the top, above fields, the page’s icon, one of several alike or on something that is pressed, or anywhere else.',
        }),
        principal: Type.Boolean({ description: 'It stands where a page shows who it is, without another mark.' }),
        distance: Type.Number({ description: '0: the same drawing.' }),
        limit: Type.Number({ description: 'Distance from which on other drawings come as near.' }),
        box: Nullable(
          Type.Object({
            x: Type.Integer({ description: 'Pixels from the left edge of the picture.' }),
            y: Type.Integer({ description: 'Pixels from its upper edge.' }),
            width: Type.Integer({ description: 'Pixels.' }),
            height: Type.Integer({ description: 'Pixels.' }),
          }),
          { description: 'Where it was drawn in the window, in pixels; null for the icon.' },
        ),
      }),
      { description: 'Marks of brands in the pictures of the page, by their shape.' },
    ),
    windows: Type.Array(
      Type.Object({
        address: Nullable(Type.String(), { description: 'What its bar shows as an address, of another host.' }),
        host: Nullable(Type.String(), { description: 'The host of that address.' }),
        title: Type.String({ description: 'Other words of its bar.' }),
        buttons: Type.Boolean({ description: 'Its bar has the buttons of a window.' }),
        floats: Type.Boolean({ description: 'It lies over the page.' }),
        fields: Type.Array(OneOf<DrawnWindow['fields'][number]>(['password', 'email', 'text']), {
          description: 'Kinds of fields in it.',
        }),
        frame: Nullable(Type.String(), { description: 'Host of a frame of another site in it.' }),
        box: Type.Object(
          {
            x: Type.Integer({ description: 'Pixels from the left edge of the window.' }),
            y: Type.Integer({ description: 'Pixels from its upper edge.' }),
            width: Type.Integer({ description: 'Pixels.' }),
            height: Type.Integer({ description: 'Pixels.' }),
          },
          { description: 'Where it was drawn.' },
        ),
      }),
      { description: 'Windows of a browser or a wallet that the page drew inside of itself.' },
    ),
    pictures: Type.Integer({ description: 'Pictures that the page showed. Text in them is not read.' }),
    typed: Type.Array(
      Type.Object({
        kind: OneOf<TypedSecret['kind']>(['phrase', 'sentence', 'password', 'key', 'card']),
        host: Type.String({ description: 'Where it was sent.' }),
        channel: OneOf<TypedSecret['channel']>(
          ['fetch', 'beacon', 'image', 'form', 'navigation', 'websocket', 'message'],
          {
            description:
              'How it was sent; `beacon`: by a request whose answer the page cannot read; `message`: to a window or frame of another site.',
          },
        ),
        sealed: Type.Optional(
          Type.Literal(true, { description: 'It was sent unreadable, and other typed words send nothing like it.' }),
        ),
        derived: Type.Optional(
          Type.Literal(true, {
            description: 'What a wallet makes of the phrase was sent: entropy, numbers of words, seed or first key.',
          }),
        ),
        from: Type.Optional(Type.String({ description: 'Host of the document that sent the number of a card.' })),
        bot: Type.Optional(
          OneOf<NonNullable<TypedSecret['bot']>>(['telegram-bot', 'discord-webhook'], {
            description: 'The bot or channel of a chat that it went to.',
          }),
        ),
      }),
      { description: 'What we typed into the page, all of it made up, and saw the page send.' },
    ),
    given: Type.Optional(
      Type.Array(
        Type.Object({
          kind: OneOf<GivenText['kind']>(['phrase', 'device-code']),
          host: Type.String({ description: 'The server that gave it.' }),
          text: Type.String({ description: 'The code; of a recovery phrase its first two words.' }),
          copied: Type.Optional(Type.Literal(true, { description: 'The page copied it alone.' })),
        }),
        { description: 'Recovery phrases and sign-in codes that a server gave the page to show.' },
      ),
    ),
    downloads: Type.Array(
      Type.Object({
        name: Type.String({ description: 'The name that the file was to be saved under.' }),
        url: Nullable(Type.String(), { description: 'Null where it is no web address.' }),
        afterPress: Type.Optional(Type.Literal(true, { description: 'Something had been pressed before.' })),
      }),
    ),
    screenshot: Nullable(Type.String({ description: 'PNG, base64.' })),
    cutOff: Nullable(Type.String({ description: 'The limit that ended it.' })),
    partlyUsed: Type.Optional(
      Type.Literal(true, { description: 'It had more to press, or opened more windows, than were used.' }),
    ),
  },
  { title: 'BrowserSection' },
)
