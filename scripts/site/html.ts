import hljs from 'highlight.js/lib/common'

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

export function escapeHtml(text: unknown): string {
  return String(text ?? '').replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '')
}

/** Escapes, then shows `code`. */
export function inline(text: unknown): string {
  return escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>')
}

export function paragraphs(text: unknown): string {
  return String(text ?? '')
    .split('\n\n')
    .filter(Boolean)
    .map((one) => `<p>${inline(one)}</p>`)
    .join('')
}

/** A block of code in colours, with a button that copies it. */
export function codeBlock(code: string, language: string): string {
  const known = hljs.getLanguage(language) ? language : 'plaintext'
  const { value } = hljs.highlight(code, { language: known })
  return `<div class="code"><button type="button" class="copy">Copy</button><pre tabindex="0"><code>${value}</code></pre></div>`
}

/** Versions of one snippet; the reader chooses the language for the whole site. Without scripts all are shown. */
export function tabs(versions: readonly { title: string; language: string; code: string }[]): string {
  if (versions.length === 1) return versions.map(({ code, language }) => codeBlock(code, language)).join('')
  const panels = versions.map(
    ({ title, language, code }) =>
      `<section data-tab="${escapeHtml(title)}"><p class="tab-title">${escapeHtml(title)}</p>${codeBlock(code, language)}</section>`,
  )
  return `<div class="tabs">${panels.join('')}</div>`
}
