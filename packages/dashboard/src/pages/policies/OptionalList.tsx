import { useAnswer } from '../../api/useAnswer.ts'
import { Panel } from '../../ui/Panel.tsx'
import { Empty, Failure, Loading } from '../../ui/states.tsx'
import { Evidence } from '../verdict/Evidence.tsx'
import { askOptional } from './askOptional.ts'

type Props = { path: string; member: string; title: string; empty: string }

/** Rows of an endpoint that this version of the service may not have. */
export function OptionalList({ path, member, title, empty }: Props) {
  const list = useAnswer([path], ({ signal }) => askOptional(path, signal))
  if (list.error !== null) return <Failure error={list.error} onRetry={() => void list.refetch()} />
  if (list.data === undefined) return <Loading what={title.toLowerCase()} />
  if (list.data === null) return <Empty title="This service has no policies">Its version does not offer {path}.</Empty>
  const rows = list.data[member]
  if (!Array.isArray(rows) || rows.length === 0) return <Empty title={empty} />
  return rows.map((row, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the shape of a row is not known here.
    <Panel key={index} title={`${title} ${index + 1}`}>
      <Evidence value={row} chain={typeof row?.chain === 'string' ? row.chain : null} />
    </Panel>
  ))
}
