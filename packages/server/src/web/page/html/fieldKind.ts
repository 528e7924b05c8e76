import type { FormFieldKind } from '@redoubt/risk/facts/page.ts'
import { secretOf } from '../words/secretOf.ts'
import type { Field } from './outline.ts'

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
