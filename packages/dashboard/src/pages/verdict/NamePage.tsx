import { Redirect } from 'wouter'
import { client } from '../../api/client.ts'
import { useAnswer } from '../../api/useAnswer.ts'
import { Page } from '../../ui/Page.tsx'
import { Answered, Empty } from '../../ui/states.tsx'

/** Resolves an ENS name, which the service does when it scores it. */
export default function NamePage({ name }: { name: string }) {
  const score = useAnswer(['name', name], (call) => client.risk.score(name, undefined, call))
  return (
    <Page title={name}>
      <Answered of={score} what={`address of ${name}`}>
        {({ canonical, chain }) =>
          /^0x[0-9a-f]{40}$/i.test(canonical) ? (
            <Redirect to={`/address/${chain ?? 'ethereum'}/${canonical}`} replace />
          ) : (
            <Empty title="This name has no address." />
          )
        }
      </Answered>
    </Page>
  )
}
