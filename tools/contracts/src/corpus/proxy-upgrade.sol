// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.28;

import "./base/Coin.sol";
import "./base/Timelock.sol";

/// @dev EIP-1967. Trap and twin are this contract; what differs is whether a person or a timelock is the admin.
contract Shell {
    bytes32 private constant LOGIC = 0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc;
    bytes32 private constant ADMIN = 0xb53127684a568b3173ae13b9f8a6016e243e63b6e8ee1178d6a717850b5d6103;

    event Upgraded(address indexed implementation);

    constructor(address logic, address admin, address first) {
        assembly {
            sstore(LOGIC, logic)
            sstore(ADMIN, admin)
        }
        (bool done,) = logic.delegatecall(abi.encodeCall(Cargo.initialize, (first)));
        require(done, "not initialised");
    }

    function upgradeTo(address logic) external {
        address admin;
        assembly {
            admin := sload(ADMIN)
        }
        require(msg.sender == admin, "not the admin");
        assembly {
            sstore(LOGIC, logic)
        }
        emit Upgraded(logic);
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

/// @dev What runs behind the proxy.
contract Cargo is Coin {
    function initialize(address first) external {
        require(totalSupply == 0, "already initialised");
        _begin("Cargo", "CARGO", first, 1000000 * 10 ** 18);
    }
}

/// @dev What the owner of a trap would put in its place: nothing moves any more.
contract CargoNext is Coin {
    function _move(address, address, uint256) internal pure override {
        revert("maintenance");
    }
}
