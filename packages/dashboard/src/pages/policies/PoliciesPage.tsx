import { Page } from '../../ui/Page.tsx'
import { Empty } from '../../ui/states.tsx'

export default function PoliciesPage() {
  return (
    <Page title="PoliciesPage">
      <Empty title="Soon" />
    </Page>
  )
}
