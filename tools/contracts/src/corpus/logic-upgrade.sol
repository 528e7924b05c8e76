// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.28;

import "./base/Coin.sol";

/// @dev EIP-1822 and 1967: the function that upgrades is part of the logic. Trap and twin are the same code; in the twin
/// the ownership was renounced.
contract Mast {
    bytes32 private constant LOGIC = 0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc;

    constructor(address logic, address first) {
        assembly {
            sstore(LOGIC, logic)
        }
        (bool done,) = logic.delegatecall(abi.encodeCall(Sail.initialize, (first)));
        require(done, "not initialised");
    }

    fallback() external payable {
        assembly {
            calldatacopy(0, 0, calldatasize())
            let done := delegatecall(gas(), sload(LOGIC), 0, calldatasize(), 0, 0)
            returndatacopy(0, 0, returndatasize())
            switch done
            case 0 { revert(0, returndatasize()) }
            default { return(0, returndatasize()) }
        }
    }
}

contract Sail is Coin, Led {
    bytes32 public constant proxiableUUID = 0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc;

    event Upgraded(address indexed implementation);

    function initialize(address first) external {
        require(totalSupply == 0, "already initialised");
        _lead(first);
        _begin("Sail", "SAIL", first, 1000000 * 10 ** 18);
    }

    function upgradeToAndCall(address logic, bytes calldata input) external payable onlyOwner {
        require(Sail(logic).proxiableUUID() == proxiableUUID, "not a logic");
        assembly {
            sstore(proxiableUUID, logic)
        }
        emit Upgraded(logic);
        if (input.length == 0) return;
        (bool done,) = logic.delegatecall(input);
        require(done, "failed");
    }
}

/// @dev The next version lets nobody sell.
contract SailNext is Coin {
    bytes32 public constant proxiableUUID = 0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc;

    function _move(address, address, uint256) internal pure override {
        revert("maintenance");
    }
}
