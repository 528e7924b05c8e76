// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

import {EntryPoint} from "./base/EntryPoint.sol";

struct UserOperation {
    address sender;
    uint256 nonce;
    bytes initCode;
    bytes callData;
    uint256 callGasLimit;
    uint256 verificationGasLimit;
    uint256 preVerificationGas;
    uint256 maxFeePerGas;
    uint256 maxPriorityFeePerGas;
    bytes paymasterAndData;
    bytes signature;
}

interface IAccount06 {
    function validateUserOp(UserOperation calldata op, bytes32 hash, uint256 missing) external returns (uint256);
}

interface IPaymaster06 {
    function validatePaymasterUserOp(UserOperation calldata op, bytes32 hash, uint256 maxCost)
        external
        returns (bytes memory context, uint256 validationData);
    function postOp(uint8 mode, bytes calldata context, uint256 cost) external;
}

/// @title An entry point with the interface of 0.6.
contract EntryPoint06 is EntryPoint {
    function getUserOpHash(UserOperation calldata op) public view returns (bytes32) {
        bytes memory head = abi.encode(op.sender, op.nonce, keccak256(op.initCode), keccak256(op.callData));
        bytes memory tail = abi.encode(
            op.callGasLimit,
            op.verificationGasLimit,
            op.preVerificationGas,
            op.maxFeePerGas,
            op.maxPriorityFeePerGas,
            keccak256(op.paymasterAndData)
        );
        return keccak256(abi.encode(keccak256(bytes.concat(head, tail)), address(this), block.chainid));
    }

    function handleOps(UserOperation[] calldata ops, address payable beneficiary) external alone {
        Op[] memory read = new Op[](ops.length);
        for (uint256 i; i < ops.length; i++) {
            uint256 before = gasleft();
            read[i] = _read(ops[i]);
            _check(i, read[i], ops[i]);
            read[i].gasBefore = before - gasleft() + ops[i].preVerificationGas;
        }
        _executeAll(read, beneficiary);
    }

    function _check(uint256 index, Op memory op, UserOperation calldata given) private {
        _create(index, op, given.initCode);
        _askAccount(index, op, abi.encodeCall(IAccount06.validateUserOp, (given, op.hash, _missing(op))));
        if (op.paymaster == address(0)) return;
        bytes memory call = abi.encodeCall(IPaymaster06.validatePaymasterUserOp, (given, op.hash, op.prefund));
        _askPaymaster(index, op, call);
    }

    function _read(UserOperation calldata given) private view returns (Op memory op) {
        (op.sender, op.nonce, op.callData) = (given.sender, given.nonce, given.callData);
        (op.callGas, op.verificationGas) = (given.callGasLimit, given.verificationGasLimit);
        (op.preGas, op.maxFee, op.maxTip) =
            (given.preVerificationGas, given.maxFeePerGas, given.maxPriorityFeePerGas);
        op.hash = getUserOpHash(given);
        uint256 checks = 1;
        if (given.paymasterAndData.length > 0) {
            require(given.paymasterAndData.length >= 20, "AA93 invalid paymasterAndData");
            op.paymaster = address(bytes20(given.paymasterAndData[:20]));
            (op.paymasterGas, op.postGas) = (op.verificationGas, op.verificationGas);
            // Of the account, of the paymaster, and for what the paymaster does afterwards.
            checks = 3;
        }
        op.prefund = (op.callGas + op.verificationGas * checks + op.preGas) * op.maxFee;
    }

    function _carriesReason() internal pure override returns (bool) {
        return false;
    }

    function _penaltyOf(uint256) internal pure override returns (uint256) {
        return 0;
    }

    function _postOpCall(Op memory op, uint8 mode, uint256 cost) internal pure override returns (bytes memory) {
        return abi.encodeCall(IPaymaster06.postOp, (mode, op.context, cost));
    }

    /// The paymaster is asked once more (mode 2), after the account's calls were undone.
    function _postOpFailed(Op memory op, bytes memory) internal override {
        bytes memory call = abi.encodeCall(IPaymaster06.postOp, (2, op.context, op.gasBefore * _price(op)));
        (bool done,) = op.paymaster.call{gas: op.postGas}(call);
        if (!done) revert FailedOp(0, "AA50 postOp revert");
    }
}
