import { client } from '../../api/client.ts'
import { useAnswer } from '../../api/useAnswer.ts'
import { Address } from '../../ui/Address.tsx'
import { Page } from '../../ui/Page.tsx'
import { Answered } from '../../ui/states.tsx'
import { PolicyEditor } from './PolicyEditor.tsx'

/** The rules of a wallet that has a policy. */
export default function EditPolicyPage({ address }: { address: string }) {
  const policy = useAnswer(['policy', address], (call) => client.policies.get(address, call), { staleMs: 0 })
  return (
    <Page title="Change policy" lead={<Address address={address} />}>
      <Answered of={policy} what="policy">
        {(found) => <PolicyEditor key={address} rules={found} policy={found} />}
      </Answered>
    </Page>
  )
}
