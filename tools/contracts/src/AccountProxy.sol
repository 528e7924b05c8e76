// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

/// @title A proxy that runs its slot of EIP-1967; the code there changes it.
contract AccountProxy {
    constructor(address implementation, bytes memory input) {
        assembly {
            sstore(0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc, implementation)
        }
        (bool done,) = implementation.delegatecall(input);
        require(done, "initialization failed");
    }

    fallback() external payable {
        _run();
    }

    receive() external payable {
        _run();
    }

    function _run() private {
        assembly {
            calldatacopy(0, 0, calldatasize())
            let code := sload(0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc)
            let success := delegatecall(gas(), code, 0, calldatasize(), 0, 0)
            returndatacopy(0, 0, returndatasize())
            if iszero(success) { revert(0, returndatasize()) }
            return(0, returndatasize())
        }
    }
}
