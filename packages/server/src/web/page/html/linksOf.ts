import type { FormFieldKind, Page, PageForm } from '@redoubt/risk/facts/page.ts'
import type { SiteAddress } from '@redoubt/risk/facts/site.ts'
import { cleanText } from '../../../lib/cleanText.ts'
import type { Code } from '../code/code.ts'
import { secretOf } from '../words/secretWords.ts'
import type { Field, Outline } from './outline.ts'

/** Types of fields that take no typing. */
const NO_INPUT = new Set([
  'hidden',
  'submit',
  'button',
  'reset',
  'image',
  'checkbox',
  'radio',
  'range',
  'color',
  'search',
])

const CODE =
  /one-time-code|\botp\b|\b2fa\b|\btotp\b|authenticator|(?:verification|security|sms|login)[\s_-]?code|verif(?:y|ication)code/i

const CARD = /\bcc-(?:number|csc|exp)|card[\s_-]?(?:number|no\b|num)|cardnumber|\bcvv2?\b|\bcvc2?\b|expiry|expiration/i

const EMAIL = /\be-?mail|correo|почт|邮箱|郵箱|メール/iu

const PASSWORD = /pass(?:word|code|wd)|passwort|contraseña|mot de passe|senha|пароль|密码|密碼|パスワード|비밀번호/iu

/** Longer addresses are data put into an address. */
const LONGEST = 8_192

const MAX_HOSTS = 5_000

const MAX_DOWNLOADS = 10
/** What runs when it is opened, and archives that hide it. */
const RUNS =
  /\.(?:exe|msi|msix|appx|scr|com|bat|cmd|ps1|vbs|vbe|js[ce]?|wsf|hta|jar|apk|xapk|ipa|dmg|pkg|deb|rpm|appimage|iso|img|vhdx?|lnk|zip|rar|7z)$/i

/** Where code sends the visitor, or what it has saved: an address, with what it is given to. */
const SENT_TO = /\b(?:href|location|open|download)\s*[=(]\s*["'`]([^"'`\s]{1,300})["'`]/gi
const MAX_CODE = 200_000
const MAX_SENT = 200

/** Counts a page's links by where they lead, and names the programs that they or its code offer. A link is dead that leads to the page itself: kits copy menus that go nowhere. */
export function linksOf({ links }: Outline, relation: SiteRelation, codes: readonly Code[] = []): Page['links'] {
  const counts = { total: links.length, offSite: 0, dead: 0, javascript: 0, data: 0 }
  const downloads = new Set<string>()
  for (const { href, download } of links) {
    const start = href.trim().slice(0, 12).toLowerCase()
    if (start === '' || start === '#' || start.startsWith('#!')) counts.dead++
    else if (start.startsWith('javascript:')) counts.javascript++
    else if (start.startsWith('data:')) counts.data++
    const target = relation.resolve(href)
    if (target === null) continue
    if (target.offSite) counts.offSite++
    const { pathname } = target.url
    if ((download || RUNS.test(pathname)) && !/\.(?:com|js)$/i.test(pathname))
      downloads.add(cleanText(target.url.href, 300))
  }
  for (const { text } of codes)
    for (const [, href = ''] of [...text.slice(0, MAX_CODE).matchAll(SENT_TO)].slice(0, MAX_SENT)) {
      const target = relation.resolve(href)
      if (target !== null && RUNS.test(target.url.pathname) && !/\.(?:com|js)$/i.test(target.url.pathname))
        downloads.add(cleanText(target.url.href, 300))
    }
  return { ...counts, downloads: [...downloads].slice(0, MAX_DOWNLOADS) }
}

/** An address on the page, and whether it leads to another site. */
type Related = { url: URL; offSite: boolean }

/** Reads addresses as the page means them. */
export type SiteRelation = {
  /** Null for what is no http(s) address. */
  resolve(href: string): Related | null
}

/** @param base `href` of the page's `base` element. */
export function siteRelation(
  final: SiteAddress,
  base: string | null,
  parse: (url: string) => SiteAddress,
): SiteRelation {
  const from = (base === null || base.length > LONGEST ? null : URL.parse(base, final.href)) ?? new URL(final.href)
  const own = final.site ?? final.host
  const sites = new Map<string, boolean>()
  const isOffSite = (url: URL) => {
    const known = sites.get(url.host)
    if (known !== undefined) return known
    const { site, host } = parse(`${url.protocol}//${url.host}/`)
    const offSite = (site ?? host) !== own
    if (sites.size < MAX_HOSTS) sites.set(url.host, offSite)
    return offSite
  }
  return {
    resolve(href) {
      const url = href.length > LONGEST ? null : URL.parse(href.trim(), from.href)
      return url !== null && /^https?:$/.test(url.protocol) ? { url, offSite: isOffSite(url) } : null
    },
  }
}

const MAX_FORMS = 20

const MAX_FIELDS = 40

/** Forms that take something. Fields outside forms are one more, read by a script: most of today's pages have no other. @param ofWallets whether the page is about wallets. */
export function formsOf({ forms, fields }: Outline, relation: SiteRelation, ofWallets: boolean): PageForm[] {
  const byForm = Map.groupBy(fields, ({ form }) => form)
  const read = [...byForm].map(([form, inside]) => {
    const action = form === null ? null : (forms[form]?.action ?? null)
    const target = action === null || action.trim() === '' ? null : relation.resolve(action)
    return {
      action: target === null ? null : cleanText(target.url.href, 300),
      offSite: target?.offSite ?? false,
      fields: inside.flatMap((field) => described(field, ofWallets)).slice(0, MAX_FIELDS),
    }
  })
  return read.filter(({ fields }) => fields.length > 0).slice(0, MAX_FORMS)
}

function described(field: Field, ofWallets: boolean): PageForm['fields'] {
  const kind = fieldKind(field, ofWallets)
  if (kind === null) return []
  const label = field.label || field.names.trim() || field.before.slice(-40)
  return [{ kind, label: cleanText(label, 60), ...(field.type === 'number' && { numeric: true }) }]
}

/**
 * Returns what a field takes, by its type, its names and the text before it. Null for fields without typing.
 * @param ofWallets whether the page is about wallets.
 */
export function fieldKind(field: Field, ofWallets: boolean): FormFieldKind | null {
  const { tag, type, names, label, before } = field
  if (tag === 'input' && NO_INPUT.has(type)) return null
  const secret = secretOf(field, ofWallets)
  if (secret !== null) return secret.kind
  const said = `${names} ${label}`
  if (type === 'file') return 'file'
  if (CODE.test(said)) return 'one-time-code'
  if (CARD.test(said)) return 'card'
  if (type === 'password' || PASSWORD.test(said)) return 'password'
  if (type === 'email' || EMAIL.test(said)) return 'email'
  if (tag === 'input' && said.trim() === '' && CARD.test(before.slice(-30))) return 'card'
  return 'text'
}
