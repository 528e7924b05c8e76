import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'
import { Marked, type Tokens } from 'marked'
import { escapeHtml, tabs } from './html.ts'
import { type Page, pageAddress } from './layout.ts'

const TITLES: Record<string, string> = { sh: 'curl', js: 'JavaScript', py: 'Python', ts: 'TypeScript', json: 'JSON' }
/** Languages that become tabs when they follow each other. */
const VERSIONS = new Set(['sh', 'js', 'py'])

/**
 * Page of one Markdown file of the repository, titled by its first heading. Snippets of different languages that follow each
 * other directly become tabs.
 * @param pathOf Page of another file of the repository, or null where the site has none: then the link is only text.
 */
export function markdownPage(
  root: string,
  file: string,
  place: Pick<Page, 'path' | 'section'>,
  pathOf: (file: string) => string | null,
): Page {
  const source = readFileSync(join(root, file), 'utf8').replace(/^<!--[\s\S]*?-->\n/, '')
  const title = /^# (.+)$/m.exec(source)?.[1] ?? file
  const address = (href: string) => {
    if (/^(https?:|mailto:|#|\/)/.test(href)) return href
    const [target = '', fragment] = href.split('#')
    const path = pathOf(join(dirname(file), target))
    return path === null ? null : `${pageAddress(path)}${fragment === undefined ? '' : `#${fragment}`}`
  }
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        const id = slug(text)
        return depth === 1
          ? ''
          : `<h${depth} id="${id}"><a href="#${id}">${this.parser.parseInline(tokens)}</a></h${depth}>`
      },
      link({ href, tokens }) {
        const text = this.parser.parseInline(tokens)
        const to = address(href)
        return to === null ? text : `<a href="${escapeHtml(to)}">${text}</a>`
      },
      image: ({ text }) => escapeHtml(text),
      table(token) {
        const row = (cells: Tokens.TableCell[], tag: string) =>
          `<tr>${cells.map(({ tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`).join('')}</tr>`
        const head = token.header.some(({ text }) => text !== '') ? `<thead>${row(token.header, 'th')}</thead>` : ''
        return `<div class="table"><table>${head}<tbody>${token.rows.map((cells) => row(cells, 'td')).join('')}</tbody></table></div>`
      },
    },
  })
  const tokens = marked.lexer(source).filter(({ type }) => type !== 'space')
  const parts: string[] = []
  for (let at = 0; at < tokens.length; at++) {
    const run = codeRun(tokens.slice(at))
    if (run.length > 0) {
      parts.push(
        tabs(
          run.map(({ lang = '', text }) => ({ title: TITLES[lang] ?? lang, language: languageOf(lang), code: text })),
        ),
      )
      at += run.length - 1
    } else {
      const one = tokens[at]
      if (one) parts.push(marked.parser([one]))
    }
  }
  return { ...place, title: title.replaceAll('`', ''), body: parts.join('') }
}

/** Blocks of code at the start: one, or several versions in different languages. */
function codeRun(tokens: readonly { type: string }[]): Tokens.Code[] {
  const run: Tokens.Code[] = []
  for (const token of tokens) {
    if (token.type !== 'code') break
    const code = token as Tokens.Code
    const isVersion = VERSIONS.has(code.lang ?? '') && !run.some(({ lang }) => lang === code.lang)
    if (run.length > 0 && !(isVersion && VERSIONS.has(run[0]?.lang ?? ''))) break
    run.push(code)
  }
  return run
}

function languageOf(lang: string): string {
  return { sh: 'bash', js: 'javascript', ts: 'typescript', py: 'python' }[lang] ?? lang
}

/** As GitHub names headings, so that links work in both places. */
function slug(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-')
}
