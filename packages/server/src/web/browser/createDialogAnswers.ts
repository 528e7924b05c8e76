import { KEY_FIELD, PHRASE_FIELD } from './accountField.ts'
import type { TypedMarks } from './typedMarks.ts'

/** Answer to a dialog, as Page.handleJavaScriptDialog takes it. `typed`: what was typed into it, as into a field. */
export type DialogAnswer = { accept: boolean; promptText?: string; typed: 'sentence' | 'phrase' | null }

/** Answers the dialogs of a page as a visitor who believes it. */
export type DialogAnswers = {
  answer(type: unknown, message: unknown, hasPressed: boolean): DialogAnswer
  /** Whether ordinary words were typed into a dialog since this was asked last. */
  tookSentence(): boolean
  /** What dialogs said that asked for a recovery phrase or a private key, each once. */
  secretsAsked(): string[]
  /** Whether more was asked than was answered. */
  hasMore(): boolean
}

const PHRASE = new RegExp(PHRASE_FIELD, 'iu')
const KEY = new RegExp(KEY_FIELD, 'iu')
const PASSWORD =
  /passwor[dt]|passwort|passcode|contraseña|\bsenha\b|mot de passe|парол|şifre|密码|密碼|パスワード|비밀번호/iu
const MAX_PROMPTS = 8
const MAX_KEPT = 5

/**
 * Takes leave, agrees to what follows a press, and types: ordinary words where a dialog asks for the first time, a phrase or key
 * afterwards. A page that asks for ever is told no.
 */
export function createDialogAnswers(marks: TypedMarks): DialogAnswers {
  const asked = new Set<string>()
  const secrets = new Set<string>()
  let prompts = 0
  let took = false
  return {
    answer(type, given, hasPressed) {
      if (type !== 'prompt')
        return { accept: type === 'beforeunload' || (type === 'confirm' && hasPressed), typed: null }
      const message = String(given ?? '').slice(0, 300)
      const isKey = KEY.test(message) && !PHRASE.test(message)
      if ((isKey || PHRASE.test(message)) && secrets.size < MAX_KEPT) secrets.add(message)
      if (++prompts > MAX_PROMPTS) return { accept: false, typed: null }
      // One of many is asked for by its number.
      const question = message.replace(/\d+/g, '')
      const typed = asked.has(question) ? 'phrase' : 'sentence'
      asked.add(question)
      took ||= typed === 'sentence'
      if (PASSWORD.test(message) && !isKey && !PHRASE.test(message))
        return { accept: true, promptText: marks.password, typed }
      return { accept: true, promptText: typed === 'phrase' && isKey ? marks.key : marks[typed].join(' '), typed }
    },
    tookSentence() {
      const answer = took
      took = false
      return answer
    },
    secretsAsked: () => [...secrets],
    hasMore: () => prompts > MAX_PROMPTS,
  }
}
