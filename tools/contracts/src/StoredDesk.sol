// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

import {Tokens} from "./base/Tokens.sol";

interface IDesk {
    function sell(address to) external payable;
}

/// @title A shop front that hands its buyers on to a desk that its owner chooses.
/// @dev Points at itself, which pays the price in tokens; the owner may point it at an account that keeps the money.
contract StoredDesk {
    address public owner;
    address public desk;
    address public token;

    constructor(address owner_, address token_) {
        owner = owner_;
        token = token_;
        desk = address(this);
    }

    function setDesk(address next) external {
        require(msg.sender == owner);
        desk = next;
    }

    function buy() external payable {
        (bool done,) = desk.call{value: msg.value}(abi.encodeCall(IDesk.sell, (msg.sender)));
        require(done);
    }

    function sell(address to) external payable {
        require(Tokens.push(token, to, msg.value));
    }
}
