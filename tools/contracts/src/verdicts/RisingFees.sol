// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.19;

import {IERC20} from "./base/Common.sol";

// Savings whose keeper sets the part that a withdrawal keeps. How far a new part may be from the present one differs.

abstract contract PartSavings {
    struct Rules {
        uint64 since;
        uint16 part;
        address keeper;
    }

    IERC20 public immutable asset;
    Rules internal rules;
    mapping(address => uint256) public saved;

    constructor(IERC20 asset_) {
        asset = asset_;
        rules = Rules(uint64(block.timestamp), 40, msg.sender);
    }

    function save(uint256 amount) external {
        saved[msg.sender] += amount;
        require(asset.transferFrom(msg.sender, address(this), amount), "unpaid");
    }

    function leave(uint256 amount) external {
        saved[msg.sender] -= amount;
        uint256 kept = (amount * rules.part) / 10_000;
        require(asset.transfer(msg.sender, amount - kept) && asset.transfer(rules.keeper, kept), "unpaid");
    }

    function adjust(uint16 part) external {
        require(msg.sender == rules.keeper, "keeper");
        require(allowed(part), "too much");
        rules.part = part;
        rules.since = uint64(block.timestamp);
    }

    function keeper() external view returns (address) {
        return rules.keeper;
    }

    function allowed(uint256 part) internal view virtual returns (bool);
}

/// Each new part is at most three quarters more than the present one.
contract RisingPart is PartSavings {
    constructor(IERC20 asset_) PartSavings(asset_) {}

    function allowed(uint256 part) internal view override returns (bool) {
        return part * 4 <= uint256(rules.part) * 9;
    }
}

/// Twice the present one, and never more than three percent.
contract CappedPart is PartSavings {
    constructor(IERC20 asset_) PartSavings(asset_) {}

    function allowed(uint256 part) internal view override returns (bool) {
        return part <= uint256(rules.part) * 2 && part <= 300;
    }
}

/// Twice the present one, once in ninety days.
contract SlowPart is PartSavings {
    constructor(IERC20 asset_) PartSavings(asset_) {}

    function allowed(uint256 part) internal view override returns (bool) {
        return part <= uint256(rules.part) * 2 && block.timestamp >= rules.since + 90 days;
    }
}
