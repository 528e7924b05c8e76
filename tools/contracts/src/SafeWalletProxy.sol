// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

/// @title A proxy that runs the code at the address of its slot 0, and can do nothing else.
/// @dev It answers `masterCopy()` (0xa619486e) itself, as Safe's proxies do.
contract SafeWalletProxy {
    address private singleton;

    constructor(address singleton_) {
        require(singleton_ != address(0), "Invalid singleton address provided");
        singleton = singleton_;
    }

    fallback() external payable {
        assembly {
            let code := sload(0)
            if eq(shr(224, calldataload(0)), 0xa619486e) {
                mstore(0, code)
                return(0, 32)
            }
            calldatacopy(0, 0, calldatasize())
            let success := delegatecall(gas(), code, 0, calldatasize(), 0, 0)
            returndatacopy(0, 0, returndatasize())
            if iszero(success) { revert(0, returndatasize()) }
            return(0, returndatasize())
        }
    }
}
