// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

import {EntryDeposits} from "./EntryDeposits.sol";
import {SenderCreator} from "./SenderCreator.sol";

/// @title What entry points of ERC-4337 do alike: make the account, ask it and its paymaster, call it, charge.
/// @dev Signatures are not aggregated. The versions differ in how an operation is written, hashed and refused.
abstract contract EntryPoint is EntryDeposits {
    event UserOperationEvent(
        bytes32 indexed userOpHash,
        address indexed sender,
        address indexed paymaster,
        uint256 nonce,
        bool success,
        uint256 actualGasCost,
        uint256 actualGasUsed
    );
    event AccountDeployed(bytes32 indexed userOpHash, address indexed sender, address factory, address paymaster);
    event UserOperationRevertReason(
        bytes32 indexed userOpHash, address indexed sender, uint256 nonce, bytes revertReason
    );
    event BeforeExecution();

    error FailedOp(uint256 opIndex, string reason);
    error FailedOpWithRevert(uint256 opIndex, string reason, bytes inner);
    error SenderAddressResult(address sender);
    error PostOpReverted(bytes returnData);

    /// An operation in the words that all versions share.
    struct Op {
        address sender;
        uint256 nonce;
        bytes callData;
        uint256 callGas;
        uint256 verificationGas;
        uint256 preGas;
        uint256 maxFee;
        uint256 maxTip;
        address paymaster;
        uint256 paymasterGas;
        uint256 postGas;
        bytes32 hash;
        uint256 prefund;
        bytes context;
        uint256 gasBefore;
    }

    uint256 internal constant MAX_REASON = 2048;
    /// What the entry point itself needs beside a call.
    uint256 private constant OVERHEAD = 10_000;
    SenderCreator internal immutable creator = new SenderCreator();
    bool private busy;

    modifier alone() {
        require(!busy, "ReentrancyGuard: reentrant call");
        busy = true;
        _;
        busy = false;
    }

    function senderCreator() external view returns (SenderCreator) {
        return creator;
    }

    function getSenderAddress(bytes calldata initCode) external {
        revert SenderAddressResult(creator.createSender(initCode));
    }

    /// Whether refusals carry what was thrown, as since 0.7.
    function _carriesReason() internal pure virtual returns (bool);

    /// What is kept of the gas that an operation asked for and did not use.
    function _penaltyOf(uint256 unused) internal pure virtual returns (uint256);

    function _postOpCall(Op memory op, uint8 mode, uint256 cost) internal view virtual returns (bytes memory);

    function _create(uint256 index, Op memory op, bytes calldata initCode) internal virtual {
        if (initCode.length == 0) return;
        if (op.sender.code.length != 0) revert FailedOp(index, "AA10 sender already constructed");
        address made = creator.createSender{gas: op.verificationGas}(initCode);
        if (made == address(0)) revert FailedOp(index, "AA13 initCode failed or OOG");
        if (made != op.sender) revert FailedOp(index, "AA14 initCode must return sender");
        if (made.code.length == 0) revert FailedOp(index, "AA15 initCode must create sender");
        emit AccountDeployed(op.hash, op.sender, address(bytes20(initCode[:20])), op.paymaster);
    }

    /// Says nothing before 0.8.
    function _refuseMissing(uint256) internal pure virtual {
        revert();
    }

    /// What the account must send along for its own gas.
    function _missing(Op memory op) internal view returns (uint256) {
        uint256 deposit = infos[op.sender].deposit;
        return op.paymaster != address(0) || deposit >= op.prefund ? 0 : op.prefund - deposit;
    }

    function _askAccount(uint256 index, Op memory op, bytes memory call) internal {
        if (op.sender.code.length == 0) _refuseMissing(index);
        uint256 valid = _ask(index, op.sender, op.verificationGas, call, "AA23 reverted");
        if (op.paymaster == address(0)) {
            if (infos[op.sender].deposit < op.prefund) revert FailedOp(index, "AA21 didn't pay prefund");
            infos[op.sender].deposit -= op.prefund;
        }
        if (!_useNonce(op.sender, op.nonce)) revert FailedOp(index, "AA25 invalid account nonce");
        _checkTime(index, valid, "AA24 signature error", "AA22 expired or not due");
    }

    function _askPaymaster(uint256 index, Op memory op, bytes memory call) internal {
        if (infos[op.paymaster].deposit < op.prefund) revert FailedOp(index, "AA31 paymaster deposit too low");
        infos[op.paymaster].deposit -= op.prefund;
        (bool success, bytes memory output) = op.paymaster.call{gas: op.paymasterGas}(call);
        if (!success || output.length < 64) _refuse(index, "AA33 reverted", output);
        uint256 valid;
        (op.context, valid) = abi.decode(output, (bytes, uint256));
        _checkTime(index, valid, "AA34 signature error", "AA32 paymaster expired or not due");
    }

    /// Calls all accounts and pays the fees to the beneficiary. `gasBefore` of each operation holds the gas of its checks.
    function _executeAll(Op[] memory ops, address payable beneficiary) internal {
        emit BeforeExecution();
        uint256 collected;
        for (uint256 i; i < ops.length; i++) collected += _execute(i, ops[i]);
        require(beneficiary != address(0), "AA90 invalid beneficiary");
        (bool sent,) = beneficiary.call{value: collected}("");
        require(sent, "AA91 failed send to beneficiary");
    }

    function innerHandleOp(Op memory op) external returns (bool success) {
        require(msg.sender == address(this), "AA92 internal call only");
        uint256 before = gasleft();
        success = true;
        if (op.callData.length > 0) {
            bytes memory output;
            (success, output) = op.sender.call{gas: op.callGas}(op.callData);
            if (!success && output.length > 0) {
                emit UserOperationRevertReason(op.hash, op.sender, op.nonce, _short(output));
            }
        }
        if (op.context.length == 0) return success;
        uint256 cost = (op.gasBefore + before - gasleft()) * _price(op);
        (bool done, bytes memory reason) = op.paymaster.call{gas: op.postGas}(_postOpCall(op, success ? 0 : 1, cost));
        if (!done) revert PostOpReverted(_short(reason));
    }

    function _execute(uint256 index, Op memory op) private returns (uint256 cost) {
        uint256 before = gasleft();
        if (before * 63 / 64 < op.callGas + op.postGas + OVERHEAD) revert FailedOp(index, "AA95 out of gas");
        bool success;
        try this.innerHandleOp(op) returns (bool done) {
            success = done;
        } catch (bytes memory reason) {
            _postOpFailed(op, reason);
        }
        uint256 spent = before - gasleft();
        uint256 asked = op.callGas + op.postGas;
        uint256 used = op.gasBefore + spent + (asked > spent ? _penaltyOf(asked - spent) : 0);
        cost = used * _price(op);
        if (cost > op.prefund) cost = op.prefund;
        infos[op.paymaster == address(0) ? op.sender : op.paymaster].deposit += op.prefund - cost;
        emit UserOperationEvent(op.hash, op.sender, op.paymaster, op.nonce, success, cost, used);
    }

    function _postOpFailed(Op memory op, bytes memory reason) internal virtual;

    function _ask(uint256 index, address account, uint256 gasLimit, bytes memory call, string memory refusal)
        private
        returns (uint256)
    {
        (bool success, bytes memory output) = account.call{gas: gasLimit}(call);
        if (!success || output.length < 32) _refuse(index, refusal, output);
        return abi.decode(output, (uint256));
    }

    function _refuse(uint256 index, string memory refusal, bytes memory output) private pure {
        if (_carriesReason()) revert FailedOpWithRevert(index, refusal, _short(output));
        if (output.length < 68) revert FailedOp(index, string.concat(refusal, " (or OOG)"));
        assembly {
            mstore(add(output, 4), sub(mload(output), 4))
            output := add(output, 4)
        }
        revert FailedOp(index, string.concat(refusal, ": ", abi.decode(output, (string))));
    }

    /// The lower 160 bits: 1 stands for a wrong signature. Above: valid until (48 bits), valid after (48).
    function _checkTime(uint256 index, uint256 valid, string memory wrong, string memory late) private view {
        if (uint160(valid) != 0) revert FailedOp(index, wrong);
        uint48 until = uint48(valid >> 160);
        uint48 from = uint48(valid >> 208);
        if ((until != 0 && block.timestamp > until) || block.timestamp < from) revert FailedOp(index, late);
    }

    function _price(Op memory op) internal view returns (uint256) {
        uint256 offered = block.basefee + op.maxTip;
        return op.maxFee < offered ? op.maxFee : offered;
    }

    function _short(bytes memory output) private pure returns (bytes memory) {
        if (output.length > MAX_REASON) {
            assembly {
                mstore(output, 2048)
            }
        }
        return output;
    }
}
