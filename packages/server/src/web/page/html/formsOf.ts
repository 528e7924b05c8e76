import type { PageForm } from '@redoubt/risk/facts/page.ts'
import { cleanText } from '../../../lib/cleanText.ts'
import { fieldKind } from './fieldKind.ts'
import type { Field, Outline } from './outline.ts'
import type { SiteRelation } from './siteRelation.ts'

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
  return [{ kind, label: cleanText(label, 60) }]
}
