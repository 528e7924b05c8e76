import { Page } from '../../ui/Page.tsx'
import { OptionalList } from './OptionalList.tsx'

export default function HeldTransactionsPage() {
  return (
    <Page title="Held transactions" lead="Transactions that a policy holds back until someone decides.">
      <OptionalList
        path="/v1/held-transactions"
        member="heldTransactions"
        title="Held transaction"
        empty="No transaction is held"
      />
    </Page>
  )
}
