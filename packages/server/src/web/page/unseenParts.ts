import type { Page } from '@redoubt/risk/facts/page.ts'
import { isCommand } from '@redoubt/risk/url/clipboardCommand.ts'
import { isProgram } from '@redoubt/risk/url/crossings.ts'
import { NOT_LOOKED_AT, SHOWN_BY_A_BROWSER, type UnseenPart } from '@redoubt/risk/url/unseenParts.ts'
import type { Code } from './code/code.ts'
import { findNear } from './code/code.ts'
import type { Field, Outline } from './html/outline.ts'
import { SENDS } from './words/secretsAsked.ts'

/** Bundles carry code of libraries that the page may never run. */
const LONGEST_CODE = 60_000
const COPIES = /\bwriteText\s?\(|\bClipboardItem\s?\(|\bsetData\s?\(|\bexecCommand\s?\(\s?["'`]copy/
/** Code that shows a picture or sets the icon. */
const DRAWS =
  /<(?:img|svg|canvas|picture)\b|createElement(?:NS)?\([^)]{0,60}["'`](?:img|svg|canvas)|\bnew Image\b|drawImage|\burl\s?\(|["'` ](?:shortcut )?icon["'`]/i
/** A value that is read, and what becomes of it in steps: collected, kept for the next page, or cleared for the next word. */
const READS_FIELD = /\.value\b(?!\s?=(?!=))/g
const IN_STEPS = /\.push\s?\(|\bsessionStorage\b|\blocalStorage\b|\.value\s?=(?!=)\s?["'`]{2}|\.reset\s?\(/
const STEP = 400
const BUILDS_FIELDS = /createElement\(\s?["'`](?:input|textarea)["'`]|\bcontentEditable\s?=|["'`]contenteditable["'`]/i
/** Words that are given to a worker, which sends what it makes of them. */
const HANDS_OVER =
  /\bnew\s{1,3}(?:Shared)?Worker\b[\s\S]{0,600}\bpostMessage\s?\(|\bcontroller\s?\??\.\s?postMessage\s?\(/
/** An area for text that code writes into the page: what it is for shows when it is there. */
const DRAWS_AREA = /<textarea\b/i
/** Text of an answer, and what writes it into the page. */
const ANSWERED = /\.(?:text|json)\s?\(\s?\)|\bresponseText\b|\bonmessage\b|["'`]message["'`]/g
const WRITES_HTML =
  /\binnerHTML\s?\+?=|\bouterHTML\s?=|insertAdjacentHTML|\bdocument\.write|\bsrcdoc\b|createContextualFragment|\bsetHTMLUnsafe\b/
/** Types and names of fields that say what they take. */
const PLAIN_TYPES = new Set(['text', 'password', ''])
const SAID =
  /search|query|\bq\b|e-?mail|\btel|phone|user|name|city|zip|post|street|address|amount|sum|quantity|coupon|comment|message|subject|company/i
/** How visitors are told to open the console of their browser, in any language. */
const CONSOLE =
  /(?<![\p{L}\p{N}])F12(?![\p{L}\p{N}])|allow pasting|dev(?:eloper)? ?tools|(?:browser|web|java ?script|developer)[- ]?console|(?:ctrl|control|strg|cmd|command|⌘|option|opt|⌥)\s?\+\s?(?:shift|⇧|opt(?:ion)?|alt|⌥|umschalt|maj)\s?\+\s?[ijk](?![\p{L}\p{N}])|⌘\s?⌥\s?[ijk]|⌥\s?⌘\s?[ijk]|консол|コンソール|控制台|개발자 ?도구/iu
/** As many times as a phrase has words, and a field each time. */
const TIMES = /(?:\blength\s?:\s?|\bArray\s?\(\s?|<=?\s?)(?:12|15|18|21|24)\b/g
const DRAWS_INPUT = /<input\b|["'`]input["'`]/i
/** Code that makes something else of text: a hash, a key, a seal. */
const TRANSFORMS =
  /\bsubtle\b|\b(?:importKey|deriveBits|deriveKey|encrypt|digest)\s?\(|\bTextEncoder\b|\bbtoa\s?\(|\bcharCodeAt\s?\(/
/** A request whose address is put together, so that reading does not show the site that receives it. */
const SENDS_ANYWHERE =
  /\b(?:fetch|sendBeacon|WebSocket|EventSource)\s?\(\s?(?!["'`](?:\.{0,2}\/[^/"'`]|[^"'`$]{1,300}["'`]\s?[,)]))/
/** Characters of a page whose pictures say the rest. */
const LITTLE_TEXT = 160

/** What a page was found to be, as far as what it takes and gives goes. */
type PageActs = Pick<Page, 'forms' | 'secretsAsked' | 'paymentAddresses' | 'clipboard' | 'text'> & {
  downloads: readonly string[]
  /** Its code shows fields for a secret that the page itself has not. */
  drawsSecret: boolean
}

/**
 * Returns what reading did not show of a page and could hurt its visitors: each part is asked for only beside something that the page takes or
 * gives. A page that takes nothing, pays to no address and offers nothing to run has none.
 * @param documents the page and what its code writes into it.
 * @param areWorkersRead all workers that it starts were read.
 */
export function unseenPartsOf(
  documents: readonly Outline[],
  codes: readonly Code[],
  acts: PageActs,
  areWorkersRead: boolean,
): UnseenPart[] {
  const own = codes.filter(({ text }) => text.length <= LONGEST_CODE).map(({ unfolded }) => unfolded)
  const fields = documents.flatMap((one) => one.fields)
  const takesText = fields.some(takesAnything)
  const takesSecret = acts.secretsAsked.length > 0 || hasSecret(acts.forms)
  const pictures = documents.some((one) => one.pictures.any > 0) || codes.some(({ unfolded }) => DRAWS.test(unfolded))
  const whole = documents.map((one) => [one.title, ...one.headings, one.text].join(' ')).join(' ')
  const worded = documents.some((one) => one.pictures.worded > 0)
  const commands = isCommand(acts.text) || own.some((code) => COPIES.test(code) && isCommand(code))
  const speaksInPictures =
    acts.text.length < LITTLE_TEXT && fields.some((one) => one.type !== 'password' && takesAnything(one))
  const parts: [UnseenPart, boolean][] = [
    [SHOWN_BY_A_BROWSER.marks, takesSecret && pictures],
    [
      SHOWN_BY_A_BROWSER.steps,
      (takesText && own.some((code) => isInSteps(code) || hearsTyping(code))) ||
        (isGrid(fields) && own.some((code) => SENDS.test(code))),
    ],
    [SHOWN_BY_A_BROWSER.worker, !areWorkersRead || (takesText && own.some((code) => HANDS_OVER.test(code)))],
    [
      SHOWN_BY_A_BROWSER.fields,
      acts.drawsSecret ||
        own.some((code) => (BUILDS_FIELDS.test(code) || DRAWS_AREA.test(code) || drawsGrid(code)) && SENDS.test(code)),
    ],
    [SHOWN_BY_A_BROWSER.copies, CONSOLE.test(whole) && own.some((code) => COPIES.test(code))],
    [SHOWN_BY_A_BROWSER.sent, (takesText && own.some(sendsWhatItMakes)) || (takesSecret && own.some(sendsSomewhere))],
    [SHOWN_BY_A_BROWSER.answers, own.some((code) => findNear(code, ANSWERED, [WRITES_HTML], STEP) !== null)],
    [NOT_LOOKED_AT.pictureText, worded && (acts.paymentAddresses.length > 0 || commands || speaksInPictures)],
    [NOT_LOOKED_AT.program, acts.downloads.some((url) => isProgram(URL.parse(url)?.pathname ?? ''))],
  ]
  return parts.flatMap(([part, isUnseen]) => (isUnseen ? [part] : []))
}

const SECRETS: ReadonlySet<string> = new Set(['password', 'one-time-code', 'card', 'seed-phrase', 'private-key'])

/** Whether a form takes something worth stealing. */
export function hasSecret(forms: Page['forms']): boolean {
  return forms.some((form) => form.fields.some(({ kind }) => SECRETS.has(kind)))
}

/** A field for text that does not say what it takes. */
function takesAnything({ tag, type, names, label }: Field): boolean {
  return (tag !== 'input' || PLAIN_TYPES.has(type)) && !SAID.test(`${names} ${label}`)
}

/** Sizes of a phrase: as many fields for text that say nothing of themselves are words of something. */
const GRIDS: ReadonlySet<number> = new Set([12, 15, 18, 21, 24])

function isGrid(fields: readonly Field[]): boolean {
  return GRIDS.has(fields.filter((one) => one.tag === 'input' && takesAnything(one)).length)
}

function drawsGrid(code: string): boolean {
  return findNear(code, TIMES, [DRAWS_INPUT], STEP) !== null
}

const TYPING = /["'`](?:keydown|keyup|keypress|input)["'`]|\bon(?:keydown|keyup|keypress|input)\b/g

/** Code that sends while something is typed, with nothing to press. */
function hearsTyping(code: string): boolean {
  return findNear(code, TYPING, [SENDS], STEP) !== null
}

/** Code that sends what is typed, takes it one after the other, and asks again. */
function isInSteps(code: string): boolean {
  return SENDS.test(code) && findNear(code, READS_FIELD, [IN_STEPS], STEP) !== null
}

/** Code that reads a field and sends something that is made of its text. */
function sendsWhatItMakes(code: string): boolean {
  return SENDS.test(code) && findNear(code, READS_FIELD, [TRANSFORMS], STEP) !== null
}

/** Code that reads a field and asks an address that reading does not show. */
function sendsSomewhere(code: string): boolean {
  return code.search(READS_FIELD) !== -1 && SENDS_ANYWHERE.test(code)
}
