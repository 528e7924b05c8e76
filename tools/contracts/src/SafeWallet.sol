// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

import {IGuard} from "./base/SafeManagers.sol";
import {SafeSignatures} from "./base/SafeSignatures.sol";
import {SafeStorage} from "./base/SafeStorage.sol";
import {TokenMoves} from "./base/TokenMoves.sol";

/// @title An account of several owners with the interface, the storage and the events of Safe 1.3.0 and 1.4.1.
/// @dev It is run by proxies. `detailed` is Safe's variant for second layers, which tells each transaction by an event.
contract SafeWallet is SafeSignatures {
    event SafeSetup(
        address indexed initiator, address[] owners, uint256 threshold, address initializer, address fallbackHandler
    );
    event ExecutionSuccess(bytes32 indexed txHash, uint256 payment);
    event ExecutionFailure(bytes32 indexed txHash, uint256 payment);
    event SafeReceived(address indexed sender, uint256 value);
    event SafeMultiSigTransaction(
        address to,
        uint256 value,
        bytes data,
        uint8 operation,
        uint256 safeTxGas,
        uint256 baseGas,
        uint256 gasPrice,
        address gasToken,
        address payable refundReceiver,
        bytes signatures,
        bytes additionalInfo
    );
    event SafeModuleTransaction(address module, address to, uint256 value, bytes data, uint8 operation);

    struct Call {
        address to;
        uint256 value;
        bytes data;
        uint8 operation;
        uint256 safeTxGas;
        uint256 baseGas;
        uint256 gasPrice;
        address gasToken;
        address payable refundReceiver;
        bytes signatures;
    }

    bytes5 private immutable version;
    bool private immutable detailed;

    /// @param version_ "1.3.0" or "1.4.1".
    constructor(bytes5 version_, bool detailed_) SafeStorage(version_ != "1.3.0") {
        version = version_;
        detailed = detailed_;
        // The code itself is no account.
        threshold = 1;
    }

    receive() external payable {
        bytes32 event_ = SafeReceived.selector;
        bytes32 sender = bytes32(uint256(uint160(msg.sender)));
        assembly {
            mstore(0, callvalue())
            log2(0, 32, event_, sender)
        }
    }

    /// Other calls go to the handler, with their sender behind the data.
    fallback() external {
        bytes32 slot = HANDLER_SLOT;
        assembly {
            let handler := sload(slot)
            if iszero(handler) { return(0, 0) }
            calldatacopy(0, 0, calldatasize())
            mstore(calldatasize(), shl(96, caller()))
            let success := call(gas(), handler, 0, 0, add(calldatasize(), 20), 0, 0)
            returndatacopy(0, 0, returndatasize())
            if iszero(success) { revert(0, returndatasize()) }
            return(0, returndatasize())
        }
    }

    function VERSION() external view returns (string memory) {
        return string(abi.encodePacked(version));
    }

    function setup(
        address[] calldata _owners,
        uint256 _threshold,
        address to,
        bytes calldata data,
        address fallbackHandler,
        address paymentToken,
        uint256 payment,
        address payable paymentReceiver
    ) external {
        _setOwners(_owners, _threshold);
        if (fallbackHandler != address(0)) _setHandler(fallbackHandler);
        _setModules(to, data);
        if (payment > 0) _refund(paymentToken, payment, paymentReceiver);
        emit SafeSetup(msg.sender, _owners, _threshold, to, fallbackHandler);
    }

    function execTransaction(
        address to,
        uint256 value,
        bytes calldata data,
        uint8 operation,
        uint256 safeTxGas,
        uint256 baseGas,
        uint256 gasPrice,
        address gasToken,
        address payable refundReceiver,
        bytes memory signatures
    ) external payable returns (bool success) {
        bytes memory signed = encodeTransactionData(
            to, value, data, operation, safeTxGas, baseGas, gasPrice, gasToken, refundReceiver, nonce
        );
        return _execute(
            Call(to, value, data, operation, safeTxGas, baseGas, gasPrice, gasToken, refundReceiver, signatures), signed
        );
    }

    function execTransactionFromModule(address to, uint256 value, bytes memory data, uint8 operation)
        public
        override
        returns (bool success)
    {
        if (detailed) emit SafeModuleTransaction(msg.sender, to, value, data, operation);
        return super.execTransactionFromModule(to, value, data, operation);
    }

    function getStorageAt(uint256 offset, uint256 length) external view returns (bytes memory result) {
        result = new bytes(length * 32);
        for (uint256 i; i < length; i++) {
            assembly {
                mstore(add(add(result, 32), mul(i, 32)), sload(add(offset, i)))
            }
        }
    }

    /// Runs a call in the account's place and reverts with whether it succeeded, the length and the bytes it gave.
    function simulateAndRevert(address targetContract, bytes memory calldataPayload) external {
        assembly {
            let success := delegatecall(gas(), targetContract, add(calldataPayload, 32), mload(calldataPayload), 0, 0)
            mstore(0, success)
            mstore(32, returndatasize())
            returndatacopy(64, 0, returndatasize())
            revert(0, add(returndatasize(), 64))
        }
    }

    function _execute(Call memory made, bytes memory signed) private returns (bool success) {
        if (detailed) _tellCall(made);
        bytes32 hash = keccak256(signed);
        nonce++;
        checkSignatures(hash, signed, made.signatures);
        IGuard guard = IGuard(_at(GUARD_SLOT));
        if (address(guard) != address(0)) _askGuard(guard, made);
        require(gasleft() >= _most(made.safeTxGas * 64 / 63, made.safeTxGas + 2500) + 500, "GS010");
        uint256 before = gasleft();
        uint256 limit = made.gasPrice == 0 ? gasleft() - 2500 : made.safeTxGas;
        success = _run(made.to, made.value, made.data, made.operation, limit);
        uint256 used = before - gasleft();
        require(success || made.safeTxGas != 0 || made.gasPrice != 0, "GS013");
        uint256 payment;
        if (made.gasPrice > 0) {
            payment = (used + made.baseGas) * _priceOf(made);
            _refund(made.gasToken, payment, made.refundReceiver);
        }
        _tellOutcome(success, hash, payment);
        if (address(guard) != address(0)) guard.checkAfterExecution(hash, success);
    }

    function _askGuard(IGuard guard, Call memory made) private {
        guard.checkTransaction(
            made.to,
            made.value,
            made.data,
            made.operation,
            made.safeTxGas,
            made.baseGas,
            made.gasPrice,
            made.gasToken,
            made.refundReceiver,
            made.signatures,
            msg.sender
        );
    }

    function _tellCall(Call memory made) private {
        emit SafeMultiSigTransaction(
            made.to,
            made.value,
            made.data,
            made.operation,
            made.safeTxGas,
            made.baseGas,
            made.gasPrice,
            made.gasToken,
            made.refundReceiver,
            made.signatures,
            abi.encode(nonce, msg.sender, threshold)
        );
    }

    /// In version 1.3.0 the hash is no topic.
    function _tellOutcome(bool success, bytes32 hash, uint256 payment) private {
        bytes32 event_ = success ? ExecutionSuccess.selector : ExecutionFailure.selector;
        bool old = version == "1.3.0";
        assembly {
            mstore(0, hash)
            mstore(32, payment)
            switch old
            case 1 { log1(0, 64, event_) }
            default { log2(32, 32, event_, hash) }
        }
    }

    function _priceOf(Call memory made) private view returns (uint256) {
        if (made.gasToken != address(0)) return made.gasPrice;
        return made.gasPrice < tx.gasprice ? made.gasPrice : tx.gasprice;
    }

    /// Pays for gas; to the sender of the transaction where no receiver is named.
    function _refund(address token, uint256 payment, address payable named) private {
        address receiver = named == address(0) ? tx.origin : named;
        if (token == address(0)) TokenMoves.payCoins(receiver, payment, "GS011");
        else TokenMoves.pay(token, receiver, payment, "GS012");
    }

    function _most(uint256 a, uint256 b) private pure returns (uint256) {
        return a > b ? a : b;
    }
}
