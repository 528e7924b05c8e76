import { Redirect } from 'wouter'
import { client } from '../../api/client.ts'
import { useAnswer } from '../../api/useAnswer.ts'
import { Address } from '../../ui/Address.tsx'
import type { Chain } from '../../ui/format.ts'
import { Page } from '../../ui/Page.tsx'
import { Answered } from '../../ui/states.tsx'

/** Finds out whether an address is a contract or a wallet, and goes to its page. */
export default function AddressPage({ chain, address }: { chain: string; address: string }) {
  const found = useAnswer(['verify', chain, address], (call) =>
    client.wallet.verify(address, { chain: chain as Chain }, call),
  )
  return (
    <Page title="Address" lead={<Address address={address} full />}>
      <Answered of={found} what="address">
        {({ checks }) => {
          // A Safe has code and owners: the wallet's page shows both, and the contract's is one click away.
          const kind = checks.isContract === true ? 'contract' : 'wallet'
          return <Redirect to={`/${kind}/${chain}/${address}`} replace />
        }}
      </Answered>
    </Page>
  )
}
