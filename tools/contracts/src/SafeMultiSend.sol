// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

/// @title Several calls in one transaction of a Safe account, with the interface of MultiSend and MultiSendCallOnly.
/// @dev `transactions` is packed: operation (1 byte), to (20), value (32), length (32), data; again and again.
contract SafeMultiSend {
    address private immutable self = address(this);
    /// Refuses calls in the account's place (operation 1), and may then be called by anyone.
    bool private immutable callsOnly;

    constructor(bool callsOnly_) {
        callsOnly = callsOnly_;
    }

    function multiSend(bytes memory transactions) public payable {
        require(callsOnly || address(this) != self, "MultiSend should only be called via delegatecall");
        bool mayDelegate = !callsOnly;
        assembly {
            let at := add(transactions, 32)
            let end := add(at, mload(transactions))
            for {} lt(at, end) {} {
                let operation := byte(0, mload(at))
                let to := shr(96, mload(add(at, 1)))
                let value := mload(add(at, 21))
                let length := mload(add(at, 53))
                let success := 0
                switch operation
                case 0 { success := call(gas(), to, value, add(at, 85), length, 0, 0) }
                case 1 {
                    if mayDelegate { success := delegatecall(gas(), to, add(at, 85), length, 0, 0) }
                    if iszero(mayDelegate) { revert(0, 0) }
                }
                if iszero(success) {
                    returndatacopy(0, 0, returndatasize())
                    revert(0, returndatasize())
                }
                at := add(at, add(85, length))
            }
        }
    }
}
