import { Page } from '../../ui/Page.tsx'
import { OptionalList } from './OptionalList.tsx'

export default function PoliciesPage() {
  return (
    <Page title="Policies" lead="Spending limits, allow lists and delays of wallets, enforced by the guarded endpoint.">
      <OptionalList path="/v1/policies" member="policies" title="Policy" empty="No wallet has a policy" />
    </Page>
  )
}
