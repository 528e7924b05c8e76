// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.7.6;

import "./base/Coin.sol";

interface ILevy {
    function levy(address from, address to, uint256 value) external returns (uint256);
}

/// @dev Asks code elsewhere, in its own storage, what a movement costs. The owner says whose code.
contract Plugboard is Market {
    address public module;

    constructor(address module_) {
        module = module_;
        _begin("Plugboard", "PLUG", msg.sender, MILLION);
    }

    function setModule(address next) external onlyOwner {
        module = next;
    }

    function _move(address from, address to, uint256 value) internal override {
        (bool done, bytes memory answer) =
            module.delegatecall(abi.encodeWithSelector(ILevy.levy.selector, from, to, value));
        require(done, "levy");
        uint256 fee = abi.decode(answer, (uint256));
        if (fee > 0) _put(from, owner, fee);
        _put(from, to, value - fee);
    }
}

/// @dev The same with a module that is part of the code.
contract Hardwire is Market {
    address public immutable module;

    constructor(address module_) {
        module = module_;
        _begin("Hardwire", "WIRE", msg.sender, MILLION);
    }

    function _move(address from, address to, uint256 value) internal override {
        (bool done, bytes memory answer) =
            module.delegatecall(abi.encodeWithSelector(ILevy.levy.selector, from, to, value));
        require(done, "levy");
        uint256 fee = abi.decode(answer, (uint256));
        if (fee > 0) _put(from, owner, fee);
        _put(from, to, value - fee);
    }
}

contract SmallLevy is ILevy {
    function levy(address, address, uint256 value) external override returns (uint256) {
        return value / 100;
    }
}

contract WholeLevy is ILevy {
    function levy(address, address, uint256 value) external override returns (uint256) {
        return value * 95 / 100;
    }
}
