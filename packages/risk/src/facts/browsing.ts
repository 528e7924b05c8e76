import type { Chain } from '../chain.ts'
import type { Finding } from '../engine/finding.ts'
import type { RiskLevel } from '../engine/riskLevel.ts'

// Behaviour of a page in a browser. Text from the web is cleaned and bounded.

/** A wallet request by a page in a browser, and the result of scanning that request. */
export type WalletRequest = {
  /** EIP-1193 method; `solana:signTransaction` and the like for wallets of other networks. */
  method: string
  /** `qr-code`: a code that the page shows; a phone that scans it is asked. `other-network`: a wallet of Solana, Tron or TON. */
  provider: 'eip1193' | 'eip6963' | 'qr-code' | 'other-network'
  chain: Chain | null
  /** JSON of the parameters, bounded. */
  params: string
  /** Made without any click or key press. */
  unprompted: boolean
  /** Null where the request cannot be scanned, or the scan failed: `failure` says which. */
  scan: {
    kind: 'transaction' | 'message'
    riskScore: number
    riskLevel: RiskLevel
    recommendation: string
    findings: Pick<Finding, 'id' | 'severity' | 'title' | 'description'>[]
    /** What the visitor pays: USD, null without a price, and the largest share of any asset that it owns. Null: nothing, or not known. */
    paid: { usd: number | null; share: number | null } | null
  } | null
  failure: string | null
}

/** What the browser typed into a page and saw leave it. */
export type TypedSecret = {
  /** A recovery phrase, as many ordinary words, a password, a private key, or the number of a payment card; all made up for the visit. */
  kind: 'phrase' | 'sentence' | 'password' | 'key' | 'card'
  host: string
  /** `message`: to a window or frame of another site. */
  channel: 'fetch' | 'beacon' | 'image' | 'form' | 'navigation' | 'websocket' | 'message'
  /** It was not seen in what was sent: what was sent is unreadable, and other typed words send nothing like it. */
  sealed?: true
  /** What was sent is what a wallet makes of the phrase: its entropy, the numbers of its words, its seed or its first key. */
  derived?: true
  /** Host of the document that sent the number of a card; a payment firm takes it in a frame of its own. Left out where that is not known. */
  from?: string
  /** It went to a bot or channel of a chat. */
  bot?: 'telegram-bot' | 'discord-webhook'
}

/** A text that a server gave to the page's scripts, and that the page showed or copied. */
export type GivenText = {
  /** A recovery phrase with its checksum, or a code that has the form of one for the sign-in of a device. */
  kind: 'phrase' | 'device-code'
  /** Host of the server. */
  host: string
  /** The code; of a phrase its first two words. */
  text: string
  /** The page copied it alone. */
  copied?: true
}

/** What a QR code says that a page shows. */
export type ShownCode = {
  text: string
  /** A payment or call for a wallet, a pairing over WalletConnect, a link, or anything else. */
  kind: 'payment' | 'pairing' | 'link' | 'text'
  /** Who is paid, in lower case. */
  payee: string | null
  /** Another address of the same kind that the page shows beside the code, while it shows the payee nowhere. */
  instead: string | null
}

/** A brand's mark in what a page shows. */
export type ShownMark = {
  brand: string
  /** Its mark is shown by every site that connects wallets. */
  isWallet: boolean
  /**
   * `header`: the first drawing at the top of the page; `form`: above fields; `icon`: the page's own icon; `listed`: one of several alike, or
   * on something that is pressed.
   */
  at: 'header' | 'form' | 'icon' | 'listed' | 'elsewhere'
  /** Where a page shows who it is, with no other mark of its own. */
  principal: boolean
  /** 0: the same drawing; from `limit` on other drawings are as near. */
  distance: number
  limit: number
  /** In the window, in pixels. */
  box: { x: number; y: number; width: number; height: number } | null
}

/** A box of the page that is drawn as a window: a bar with an address or the buttons of a window, and fields or a frame under it. */
export type DrawnWindow = {
  /** What its bar shows as an address, which is of another host; null for none. */
  address: string | null
  host: string | null
  /** Other words of its bar. */
  title: string
  /** The bar has the buttons of a window. */
  buttons: boolean
  /** It lies over the page. */
  floats: boolean
  /** Kinds of fields in it that take input. */
  fields: ('password' | 'email' | 'text')[]
  /** Host of a frame of another site in it; null for none. */
  frame: string | null
  /** In the window, in pixels. */
  box: { x: number; y: number; width: number; height: number }
}

/** A text that a page put into the clipboard. */
export type CopiedText = {
  /** Bounded. */
  text: string
  /** What the whole text does, also beyond what is kept of it, where it is pasted into a terminal or a console. */
  does?: 'command' | 'sends-session'
  /** Before anything was pressed. */
  unprompted: boolean
  /** The page showed the same text before; an address may be shortened. */
  shown: boolean
  /** An address of the same kind that the page shows in its place. */
  instead: string | null
}

/** Events while a real browser ran the page. */
export type Browsing = {
  finalUrl: string
  requests: WalletRequest[]
  /** Hosts that the page connected to, bounded. */
  contacted: string[]
  /** Requests of the page that the egress guard refused. */
  refused: string[]
  dialogs: string[]
  clipboardWrites: string[]
  /** The same texts, and how each was copied. */
  copies: CopiedText[]
  /** QR codes that it showed. */
  codes: ShownCode[]
  /** Marks of brands in the pictures of the page, by their shape. */
  marks: ShownMark[]
  /** Windows that it drew inside of itself. */
  windows: DrawnWindow[]
  /** Pictures that it showed, at most. Text in them is not read. */
  pictures: number
  /** What was typed and then sent. */
  typed: TypedSecret[]
  /** Recovery phrases and codes that a server gave it to show. Left out for none. */
  given?: GivenText[]
  /** Downloads that it started: the suggested file name, the URL (null where that is no web address), and whether something had been pressed. */
  downloads: { name: string; url: string | null; afterPress?: true }[]
  /** PNG, base64; null when none could be taken. */
  screenshot: string | null
  /** Cut off by a limit: time, memory, requests. */
  cutOff: string | null
  /** Not all that could be pressed was, or not all windows that it opened were used: what the rest does is not known. */
  partlyUsed?: true
}
