import { Page } from '../../ui/Page.tsx'
import { Empty } from '../../ui/states.tsx'

export default function UsagePage() {
  return (
    <Page title="UsagePage">
      <Empty title="Soon" />
    </Page>
  )
}
