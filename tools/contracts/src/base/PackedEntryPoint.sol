// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

import {EntryPoint} from "./EntryPoint.sol";

struct PackedUserOperation {
    address sender;
    uint256 nonce;
    bytes initCode;
    bytes callData;
    bytes32 accountGasLimits;
    uint256 preVerificationGas;
    bytes32 gasFees;
    bytes paymasterAndData;
    bytes signature;
}

interface IPackedAccount {
    function validateUserOp(PackedUserOperation calldata op, bytes32 hash, uint256 missing) external returns (uint256);
    function executeUserOp(PackedUserOperation calldata op, bytes32 hash) external;
}

interface IPackedPaymaster {
    function validatePaymasterUserOp(PackedUserOperation calldata op, bytes32 hash, uint256 maxCost)
        external
        returns (bytes memory context, uint256 validationData);
    function postOp(uint8 mode, bytes calldata context, uint256 cost, uint256 feePerGas) external;
}

/// @title Entry points that take packed operations: 0.7 and later.
abstract contract PackedEntryPoint is EntryPoint {
    event PostOpRevertReason(bytes32 indexed userOpHash, address indexed sender, uint256 nonce, bytes revertReason);

    function getUserOpHash(PackedUserOperation calldata op) public view virtual returns (bytes32);

    function handleOps(PackedUserOperation[] calldata ops, address payable beneficiary) external alone {
        Op[] memory read = new Op[](ops.length);
        for (uint256 i; i < ops.length; i++) {
            uint256 before = gasleft();
            read[i] = _read(ops[i]);
            _check(i, read[i], ops[i]);
            read[i].gasBefore = before - gasleft() + ops[i].preVerificationGas;
        }
        _executeAll(read, beneficiary);
    }

    function _check(uint256 index, Op memory op, PackedUserOperation calldata packed) private {
        _create(index, op, packed.initCode);
        _askAccount(index, op, abi.encodeCall(IPackedAccount.validateUserOp, (packed, op.hash, _missing(op))));
        if (op.paymaster == address(0)) return;
        bytes memory call = abi.encodeCall(IPackedPaymaster.validatePaymasterUserOp, (packed, op.hash, op.prefund));
        _askPaymaster(index, op, call);
    }

    function _read(PackedUserOperation calldata packed) private view returns (Op memory op) {
        (op.sender, op.nonce, op.preGas) = (packed.sender, packed.nonce, packed.preVerificationGas);
        (op.verificationGas, op.callGas) = _halves(packed.accountGasLimits);
        (op.maxTip, op.maxFee) = _halves(packed.gasFees);
        bytes calldata paid = packed.paymasterAndData;
        if (paid.length > 0) {
            require(paid.length >= 52, "AA93 invalid paymasterAndData");
            op.paymaster = address(bytes20(paid[:20]));
            (op.paymasterGas, op.postGas) = _halves(bytes32(paid[20:52]));
        }
        op.hash = getUserOpHash(packed);
        op.callData = bytes4(packed.callData) == IPackedAccount.executeUserOp.selector
            ? abi.encodeCall(IPackedAccount.executeUserOp, (packed, op.hash))
            : packed.callData;
        op.prefund = (op.verificationGas + op.callGas + op.paymasterGas + op.postGas + op.preGas) * op.maxFee;
    }

    function _halves(bytes32 word) internal pure returns (uint256, uint256) {
        return (uint256(word) >> 128, uint128(uint256(word)));
    }

    function _carriesReason() internal pure override returns (bool) {
        return true;
    }

    function _postOpCall(Op memory op, uint8 mode, uint256 cost) internal view override returns (bytes memory) {
        return abi.encodeCall(IPackedPaymaster.postOp, (mode, op.context, cost, _price(op)));
    }

    function _postOpFailed(Op memory op, bytes memory reason) internal override {
        emit PostOpRevertReason(op.hash, op.sender, op.nonce, reason);
    }
}
