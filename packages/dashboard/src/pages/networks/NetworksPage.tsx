import { Page } from '../../ui/Page.tsx'
import { Empty } from '../../ui/states.tsx'

export default function NetworksPage() {
  return (
    <Page title="NetworksPage">
      <Empty title="Soon" />
    </Page>
  )
}
