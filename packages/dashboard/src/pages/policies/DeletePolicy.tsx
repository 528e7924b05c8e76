import { useLocation } from 'wouter'
import { client } from '../../api/client.ts'
import { useChange } from '../../api/useChange.ts'
import { timeText } from '../../ui/format.ts'
import { Confirm, Modal } from '../../ui/Modal.tsx'
import { Failure } from '../../ui/states.tsx'

/** Asks before a policy is deleted, and says how long its rules still hold. */
export function DeletePolicy({ address, onClose }: { address: string; onClose: () => void }) {
  const [, navigate] = useLocation()
  const remove = useChange(() => client.policies.delete(address))
  if (remove.data !== undefined)
    return (
      <Modal open title="The policy is deleted" onClose={() => navigate('/policies')}>
        <p>Its rules stay in force until {timeText(remove.data.effectiveAt)}.</p>
        <div className="modal-actions">
          <button type="button" className="button button-primary" onClick={() => navigate('/policies')}>
            To the policies
          </button>
        </div>
      </Modal>
    )
  return (
    <Confirm
      open
      title="Delete this policy"
      action="Delete policy"
      busy={remove.isPending}
      onClose={onClose}
      onConfirm={() => remove.mutate(undefined)}
    >
      <p>The wallet may then send and sign anything. Its rules stay in force for its delay, an hour without one.</p>
      {remove.error && <Failure error={remove.error} />}
    </Confirm>
  )
}
