import { useSearchParams } from 'wouter'
import { client } from '../../api/client.ts'
import { useAnswer } from '../../api/useAnswer.ts'
import { Page } from '../../ui/Page.tsx'
import { Answered } from '../../ui/states.tsx'
import { PolicyEditor } from './PolicyEditor.tsx'

/** Of the template that a new policy begins with. */
const DEFAULT_TEMPLATE = 'everyday-wallet'

/** A policy for a wallet that has none, from a template. */
export default function NewPolicyPage() {
  const [search, setSearch] = useSearchParams()
  const templates = useAnswer(['policy-templates'], (call) => client.policies.templates(call))
  return (
    <Page title="New policy" lead="Choose what comes closest, and change what does not fit.">
      <Answered of={templates} what="templates">
        {({ templates: rows }) => {
          const asked = search.get('template') ?? DEFAULT_TEMPLATE
          const chosen = rows.find(({ id }) => id === asked) ?? rows[0]
          return (
            <>
              <fieldset className="choices">
                <legend className="visually-hidden">Template</legend>
                {rows.map(({ id, title, description }) => (
                  <label key={id} className="choice" data-chosen={id === chosen?.id}>
                    <input
                      type="radio"
                      name="template"
                      checked={id === chosen?.id}
                      onChange={() => setSearch({ template: id }, { replace: true })}
                    />
                    <span>
                      <strong>{title}</strong>
                      <span className="muted">{description}</span>
                    </span>
                  </label>
                ))}
              </fieldset>
              {chosen !== undefined && <PolicyEditor key={chosen.id} rules={chosen.rules} policy={null} />}
            </>
          )
        }}
      </Answered>
    </Page>
  )
}
