// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.4;

import "./base/Coin.sol";

interface IMould {
    function initialize(address first) external;
}

/// @dev Leaves an EIP-1167 minimal proxy of `logic`: 45 bytes that say nothing of what they do.
contract Cast {
    constructor(IMould logic, address first) {
        (bool done,) = address(logic).delegatecall(abi.encodeWithSelector(IMould.initialize.selector, first));
        require(done, "not initialised");
        assembly {
            mstore(0, or(shl(176, 0x363d3d373d3d3d363d73), shl(16, logic)))
            mstore(30, shl(136, 0x5af43d82803e903d91602b57fd5bf3))
            return(0, 45)
        }
    }
}

/// @dev The code of the trap: its first holder halts everybody else.
contract Plaster is Coin, IMould {
    address private _first;
    bool private _set;

    function initialize(address first) external override {
        require(totalSupply == 0, "already initialised");
        _first = first;
        _begin("Plaster", "PLST", first, 1000000 * 10 ** 18);
    }

    function harden(bool on) external {
        require(msg.sender == _first, "not allowed");
        _set = on;
    }

    function _move(address from, address to, uint256 value) internal override {
        require(!_set || from == _first, "set");
        _put(from, to, value);
    }
}

/// @dev The code of the twin: hardening is announced, and stops nothing.
contract Clay is Coin, IMould {
    event Hardened(bool on);

    address private _first;
    bool private _set;

    function initialize(address first) external override {
        require(totalSupply == 0, "already initialised");
        _first = first;
        _begin("Clay", "CLAY", first, 1000000 * 10 ** 18);
    }

    function harden(bool on) external {
        require(msg.sender == _first, "not allowed");
        _set = on;
        emit Hardened(on);
    }
}
