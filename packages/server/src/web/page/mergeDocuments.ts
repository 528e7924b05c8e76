import type { Code } from './code/code.ts'
import { dataText } from './html/dataText.ts'
import type { Outline } from './html/outline.ts'
import { scanHtml } from './html/scanHtml.ts'

const MAX_DOCUMENTS = 4
const HOLDS_FIELDS = /<(?:form|input|textarea|iframe)\b/i

/**
 * Merges the page with the documents inside it, one level deep: `srcdoc`, `data:` frames, and HTML that its code decodes in
 * order to write it. To a visitor they are one page.
 */
export async function mergeDocuments(outline: Outline, codes: readonly Code[], signal: AbortSignal): Promise<Outline> {
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
    merged.logos = [...merged.logos, ...inner.logos]
    merged.frames = [...merged.frames, ...inner.frames]
    merged.scripts = [...merged.scripts, ...inner.scripts]
    merged.handlers = [...merged.handlers, ...inner.handlers]
    merged.links = [...merged.links, ...inner.links]
    merged.assets = [...merged.assets, ...inner.assets]
    merged.cut = [...merged.cut, ...inner.cut, ...(inner.documents.length > 0 ? ['documents inside documents'] : [])]
  }
  if (inside.length > MAX_DOCUMENTS) merged.cut.push('documents inside the page')
  return merged
}
