import { Page } from '../../ui/Page.tsx'
import { Empty } from '../../ui/states.tsx'

export default function HeldTransactionsPage() {
  return (
    <Page title="HeldTransactionsPage">
      <Empty title="Soon" />
    </Page>
  )
}
