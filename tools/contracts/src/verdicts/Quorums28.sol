pragma solidity 0.8.28;

// A council: members are seats of a bit map, and votes are bits of a word.

contract SeatedCouncil {
    struct Motion { address to; uint96 value; uint256 votes; bool done; bytes data; }
    mapping(address => uint8) internal seatOf;
    mapping(uint256 => Motion) internal motions;
    uint256 public motionCount;
    uint8 internal quorum;
    event Moved(uint256 indexed number, address indexed by);
    error NoSeat(); error NoQuorum(); error Refused();

    constructor(address[] memory members, uint8 needed) {
        for (uint256 i; i < members.length; ++i) seatOf[members[i]] = uint8(i + 1);
        quorum = needed;
    }
    receive() external payable {}
    modifier seated() { if (seatOf[msg.sender] == 0) revert NoSeat(); _; }
    modifier council() { if (msg.sender != address(this)) revert NoSeat(); _; }

    function move(address to, uint96 value, bytes calldata data) external seated returns (bytes32 title) {
        uint256 number = ++motionCount;
        Motion storage motion = motions[number];
        (motion.to, motion.value, motion.data) = (to, value, data);
        emit Moved(number, msg.sender);
        return keccak256(data);
    }
    function vote(uint256 number, bool support) external seated {
        uint256 bit = 1 << seatOf[msg.sender];
        if (support) motions[number].votes |= bit;
        else motions[number].votes &= ~bit;
    }
    function enact(uint256 number) external {
        Motion storage motion = motions[number];
        if (motion.done || count(motion.votes) < quorum) revert NoQuorum();
        motion.done = true;
        (bool done, ) = motion.to.call{value: motion.value}(motion.data);
        if (!done) revert Refused();
    }
    function count(uint256 votes) public pure returns (uint256 total) { for (; votes != 0; votes &= votes - 1) ++total; }
    function seat(address member, uint8 at) external council { seatOf[member] = at; }
    function setQuorum(uint8 needed) external council { quorum = needed; }
}

/// The chair enacts alone.
contract ChairedCouncil is SeatedCouncil {
    address private immutable chair = msg.sender;
    constructor(address[] memory members, uint8 needed) SeatedCouncil(members, needed) {}
    function order(address to, bytes calldata data) external { if (msg.sender != chair) revert NoSeat(); (bool done, ) = to.call(data); if (!done) revert Refused(); }
}

/// Its clerk fills seats.
contract ClerksCouncil is SeatedCouncil {
    address private immutable clerk = msg.sender;
    constructor(address[] memory members, uint8 needed) SeatedCouncil(members, needed) {}
    function appoint(address member, uint8 at) external { if (msg.sender != clerk) revert NoSeat(); seatOf[member] = at; }
}

/// One transaction at a time, which each owner sends alike.
contract RepeatedCalls {
    address[5] private owners;
    uint256 private immutable needed;
    mapping(bytes32 => uint256) private agreed;
    mapping(bytes32 => mapping(address => bool)) private has;
    constructor(address[] memory all, uint256 count) { needed = count; for (uint256 i; i < 5; ++i) owners[i] = all[i]; }
    receive() external payable {}
    function isOwner(address account) public view returns (bool) { for (uint256 i; i < 5; ++i) if (owners[i] == account) return true; return false; }
    function owner(uint256 at) external view returns (address) { return owners[at]; }
    function send(address to, uint256 value, bytes calldata data, uint256 salt) external {
        bytes32 hash = keccak256(abi.encode(to, value, data, salt));
        require(isOwner(msg.sender) && !has[hash][msg.sender], "owner, once");
        has[hash][msg.sender] = true;
        if (++agreed[hash] < needed) return;
        agreed[hash] = 0;
        (bool done, ) = to.call{value: value}(data);
        require(done, "call");
    }
}
