// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.4;

import "./base/Coin.sol";

/// @dev Where the proxies look for their code; owned by a person in the trap, by a Safe in the twin.
contract Lighthouse {
    address public implementation;
    address public owner;

    constructor(address implementation_, address owner_) {
        implementation = implementation_;
        owner = owner_;
    }

    function upgradeTo(address next) external {
        require(msg.sender == owner, "not the owner");
        implementation = next;
    }
}

/// @dev EIP-1967 beacon proxy.
contract Vessel {
    bytes32 private constant BEACON = 0xa3f0ad74e5423aebfd80d3ef4346578335a9a72aeaee59ff6cb3582b35133d50;

    constructor(address beacon, address first) {
        assembly {
            sstore(BEACON, beacon)
        }
        (bool done,) =
            Lighthouse(beacon).implementation().delegatecall(abi.encodeWithSelector(Freight.initialize.selector, first));
        require(done, "not initialised");
    }

    fallback() external payable {
        address beacon;
        assembly {
            beacon := sload(BEACON)
        }
        address logic = Lighthouse(beacon).implementation();
        assembly {
            calldatacopy(0, 0, calldatasize())
            let done := delegatecall(gas(), logic, 0, calldatasize(), 0, 0)
            returndatacopy(0, 0, returndatasize())
            switch done
            case 0 { revert(0, returndatasize()) }
            default { return(0, returndatasize()) }
        }
    }
}

contract Freight is Coin {
    function initialize(address first) external {
        require(totalSupply == 0, "already initialised");
        _begin("Freight", "FRGT", first, 1000000 * 10 ** 18);
    }
}

/// @dev The next version lets nobody sell.
contract FreightNext is Coin {
    function _move(address, address, uint256) internal pure override {
        revert("maintenance");
    }
}
