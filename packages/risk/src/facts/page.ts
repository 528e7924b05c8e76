// Content and code of a page. Text from the web is cleaned and bounded.

export type FormFieldKind =
  | 'seed-phrase'
  | 'private-key'
  | 'password'
  | 'email'
  | 'card'
  | 'one-time-code'
  | 'file'
  | 'text'

export type PageForm = {
  /** Target of the form; null: the page itself or a script. */
  action: string | null
  /** The action leads to another site. */
  offSite: boolean
  /** `numeric`: it takes nothing but numbers. */
  fields: { kind: FormFieldKind; label: string; numeric?: true }[]
}

/** One pattern found in code: `kind` is of a closed set per member, `where` the URL of a script or `inline`. */
export type CodeMark<Kind extends string> = { kind: Kind; where: string; excerpt: string }

export type WalletCall =
  | 'connect'
  | 'send'
  | 'sign'
  | 'typed-data'
  | 'approve'
  | 'permit'
  | 'set-approval-for-all'
  | 'increase-allowance'
  | 'transfer-from'
  | 'delegation'
  | 'batch'

export type Obfuscation =
  | 'packed'
  | 'encoded-strings'
  | 'eval-of-decoded'
  | 'hex-names'
  | 'anti-devtools'
  | 'debugger-loop'
  | 'swallows-keys'
  | 'hidden-wallet-call'
  | 'remote-code'

export type DrainerMark =
  | 'kit-name'
  | 'kit-structure'
  | 'drain-function'
  | 'balance-sorting'
  | 'victim-log'
  | 'chain-hopping-sweep'

export type CommandChannel =
  | 'telegram-bot'
  | 'discord-webhook'
  | 'hashed-endpoint'
  | 'ip-endpoint'
  | 'smart-contract-config'
  | 'covert-request'

/** Content and code of an HTML page: as the server sent it and, where a browser ran it, as it was afterwards. */
export type Page = {
  /** Read in a browser too, after its scripts ran and its buttons were pressed. */
  rendered: boolean
  title: string | null
  description: string | null
  language: string | null
  /** Beginning of the visible text, at most 2,000 characters. */
  text: string
  /**
   * Brands that the page names, and where; `own` when the final site is one of the brand's. `as`: `subject` of a page that calls
   * itself by its site's own brand; `carried` when honest strangers also use the name (networks, companies everywhere).
   */
  brands: {
    brand: string
    domains: string[]
    where: ('title' | 'heading' | 'meta' | 'logo' | 'text')[]
    own: boolean
    as?: 'subject' | 'carried'
  }[]
  forms: PageForm[]
  /** Grids of word inputs or text that asks for a recovery phrase or key, outside or inside forms. */
  secretsAsked: { kind: 'seed-phrase' | 'private-key'; evidence: string }[]
  /** What is typed into it stays in it: all of its code was read, and none can send. */
  keepsTyped?: true
  /** Words of pressure: airdrop, claim, verify wallet, synchronise, urgent, migration. */
  lures: { kind: 'claim' | 'verify-wallet' | 'urgency' | 'giveaway' | 'support' | 'migration'; phrase: string }[]
  /** What no honest page promises, in the words of the page. */
  promises: {
    kind: 'guaranteed-return' | 'doubling' | 'recovery' | 'advance-fee'
    phrase: string
    /** Counts only where the page asks for a payment to an address: in another state of it, or in a code. */
    besideAddress?: true
  }[]
  /** Address of a provider where a device is signed in with a code, which the page links, opens or names. */
  deviceSignIn?: string
  /** Addresses of coins that the page shows. */
  paymentAddresses: string[]
  walletCalls: CodeMark<WalletCall>[]
  obfuscation: CodeMark<Obfuscation>[]
  drainerMarks: CodeMark<DrainerMark>[]
  channels: CodeMark<CommandChannel>[]
  /** Code that changes copied or pasted text. */
  clipboard: CodeMark<
    | 'rewrites-copy'
    | 'writes-address'
    | 'hooks-paste'
    | 'runs-command-lure'
    /** Copies a command, or an address in the place of the shown one, that stands nowhere on the page. */
    | 'copies-hidden-command'
    | 'copies-other-address'
    /** Puts an address in the place of those that the page shows. */
    | 'replaces-shown-address'
    /** A bookmark to be pressed on other sites, which sends what those keep in the browser. */
    | 'bookmark-sends-session'
  >[]
  frames: { src: string; hidden: boolean; offSite: boolean }[]
  scripts: { src: string | null; bytes: number; read: boolean; offSite: boolean; why: string | null }[]
  links: { total: number; offSite: number; dead: number; javascript: number; data: number; downloads: string[] }
  favicon: { url: string; sha256: string } | null
  /** The official site of another owner, when most of the page's look is loaded from it. */
  hotlinkedFrom: string | null
  /** What a visitor from a search, on a phone and in other languages, is shown and another is not. */
  onlyOthers: ('secrets' | 'wallet-code')[]
  /** Parts that were left out: limits, failures; empty when all was read. */
  unread: string[]
}
