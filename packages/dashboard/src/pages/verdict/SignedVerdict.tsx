import type { api } from '@redoubt/client'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../../api/client.ts'
import { Modal } from '../../ui/Modal.tsx'
import { saveFile } from '../../ui/saveFile.ts'
import { Failure } from '../../ui/states.tsx'

/** A scan with a witness is executed again until all of its reads are known. */
const WITNESSED_MS = 90_000

const REFUSED: Record<api.RefusedWitness['reason'], string> = {
  'too-large': 'The scan read more than a verdict holds.',
  'not-repeatable': 'Executed again, the scan came out otherwise; a source was late. Try it once more.',
  'ignored-members': 'The answer rests on members of the request that were ignored, which no verdict holds.',
}

type Props = {
  requestId: string
  /** False: the scan was made without a witness, and is made once more with one. */
  kept: boolean
}

/** A file that anyone executes again without a network. */
export function SignedVerdict({ requestId, kept }: Props) {
  const [open, setOpen] = useState(false)
  const [recorded, setRecorded] = useState(kept ? requestId : null)
  const download = useMutation({
    mutationFn: async () => {
      const id = recorded ?? (await scannedWithWitness(requestId))
      setRecorded(id)
      const { jws } = await client.scans.verdict(id)
      saveFile(`${jws}\n`, 'application/jose', `verdict-${id}.jws`)
      return id
    },
  })
  return (
    <>
      <button type="button" className="button" onClick={() => setOpen(true)}>
        Signed verdict
      </button>
      <Modal
        open={open}
        onClose={() => setOpen(false)}
        title="Signed verdict"
        description="A file with everything that the scan read, signed by this service. It also holds what your account alone knew of the case."
      >
        {recorded === null && (
          <p>This scan was not recorded. It is made again at the newest block, which takes up to a minute.</p>
        )}
        <p className="muted">
          Anyone can execute it again without a network: <code>redoubt verify FILE --keys redoubt-keys.json</code>, with
          the keys of <a href="/.well-known/redoubt-keys.json">this service</a>.
        </p>
        {download.error && <Failure error={download.error} />}
        {download.isSuccess && <p role="status">Saved as verdict-{download.data}.jws.</p>}
        <div className="modal-actions">
          <button
            type="button"
            className="button button-primary"
            disabled={download.isPending}
            onClick={() => download.mutate()}
          >
            {download.isPending ? 'Recording…' : recorded === null ? 'Scan again and download' : 'Download'}
          </button>
        </div>
      </Modal>
    </>
  )
}

/** A booking is not repeated, and the whole answer says whether a verdict is kept. */
type Kept = { options?: { reserve?: unknown; reserveProof?: unknown; view?: unknown } }

/** Makes a kept scan once more with a witness, and answers the id of the new one. */
async function scannedWithWitness(requestId: string): Promise<string> {
  const { kind, input } = await client.scans.get(requestId)
  const { reserve: _, reserveProof: __, view: ___, ...options } = (input as Kept).options ?? {}
  const body = { ...(input as Kept), options: { ...options, witness: true } }
  let id = ''
  const call = {
    timeoutMs: WITNESSED_MS,
    onMeta: (meta: api.Meta) => {
      id = meta.scanId ?? meta.requestId
    },
  }
  const { witness } =
    kind === 'contract'
      ? await client.scan.contract(body as api.ContractScanRequest, call)
      : kind === 'message'
        ? await client.scan.message(body as api.MessageScanRequest, call)
        : await client.scan.transaction(body as api.TransactionScanRequest, call)
  if (witness?.kept === false) throw new Error(REFUSED[witness.reason])
  return id
}
